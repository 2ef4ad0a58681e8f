import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { printOpenApi } from '@jobboard/contracts/openapi/document'
import { breakingChanges } from './additive.ts'
import { type Document, follow, type Operation, type Response, withoutDryRuns } from './document.ts'
import { printEvents, readEvents } from './events.ts'
import { printPythonFile } from './python-file.ts'
import { printTypes } from './typescript-file.ts'

const OPENAPI = 'openapi/v1.json'
const ADMIN = 'openapi/admin-v1.json'
const EVENTS = 'docs/events.md'
const BREAKS = 'breaks the frozen v1: '

/** The content of the files as the contracts print it. */
export interface Printed {
  document: Document
  /** The document of the operators. */
  admin: Document
  events: string
  /** The generated files of packages/sdk and clients/python, by path. */
  client: Record<string, string>
}

/** Prints everything that is generated from the contracts. */
export async function printAll(): Promise<Printed> {
  const document = printOpenApi()
  const calls = withoutDryRuns(document)
  return {
    document,
    admin: printOpenApi('admin'),
    events: printEvents(await readEvents()),
    client: { ...printClientFiles(calls), ...printPythonFile(calls) },
  }
}

/** Problems of the committed files, one line each: changes that break the frozen v1, or else files that differ
 * from what the contracts print. */
export function checkFiles(root: string, printed: Printed): string[] {
  const breaks = frozenBreaks(root, printed)
  if (breaks.length > 0) return breaks
  const files = Object.entries(textsOf(printed))
  return files
    .filter(([file, text]) => read(root, file) !== text)
    .map(
      ([file]) =>
        `${file} differs from what the contracts print: run \`npm run openapi\` and commit the file`,
    )
}

/** Writes the files. Writes nothing and returns the changes that break the frozen v1, one line each, if there
 * are any. */
export function writeFiles(root: string, printed: Printed): string[] {
  const breaks = frozenBreaks(root, printed)
  if (breaks.length > 0) return breaks
  for (const [file, text] of Object.entries(textsOf(printed))) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return []
}

function frozenBreaks(root: string, { document }: Printed): string[] {
  const committed = read(root, OPENAPI)
  if (committed === undefined) return []
  const before: Document = JSON.parse(committed)
  const breaks = [...breakingChanges(before, document), ...unexplainedRefusals(root, before, document)]
  return breaks.map((change) => `${BREAKS}${change}`)
}

function textsOf({ document, admin, events, client }: Printed): Record<string, string> {
  return { [OPENAPI]: toText(document), [ADMIN]: toText(admin), [EVENTS]: events, ...client }
}

function toText(document: Document): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

function read(root: string, file: string): string | undefined {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

async function main(): Promise<void> {
  const printed = await printAll()
  const isCheck = process.argv.includes('--check')
  const problems = (isCheck ? checkFiles : writeFiles)(process.cwd(), printed)
  for (const problem of problems) console.error(problem)
  if (problems.some((problem) => problem.startsWith(BREAKS))) {
    console.error('v1 gets additive changes only: see tools/README.md for what that allows')
  }
  const operations = Object.values(printed.document.paths).flatMap((methods) => Object.keys(methods)).length
  const done = isCheck ? 'files are up to date' : 'files written'
  console.log(
    `${operations} operations printed, ${problems.length > 0 ? `${problems.length} problems` : done}`,
  )
  if (problems.length > 0) process.exitCode = 1
}

const FOLDER = 'packages/sdk/src/generated'
const HEAD = '// Printed from openapi/v1.json by `npm run openapi`: do not edit.\n'

/** The generated files of packages/sdk by path: the types of the operations, and how each is called. */
function printClientFiles(document: Document): Record<string, string> {
  return {
    [`${FOLDER}/v1.ts`]: `${HEAD}\n${printTypes(document)}`,
    [`${FOLDER}/routes.ts`]: printRoutes(document),
  }
}

function printRoutes(document: Document): string {
  const lines = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => {
      const keyed = (operation.parameters ?? []).some(
        (parameter) => '$ref' in parameter && parameter.$ref.endsWith('/IdempotencyKey'),
      )
      const route = `method: '${method.toUpperCase()}', path: '${path}', acceptsIdempotencyKey: ${keyed}`
      return `  '${operation.operationId}': { ${route} },`
    }),
  )
  return `${HEAD}
/** How each operation is called. */
export const routes = {
${lines.join('\n')}
} as const
`
}

/** Why an existing operation refuses what it accepted before, by refusal. */
const REASONS = 'openapi/new-refusals.json'

/** Statuses of v1 are frozen (Spec §9). A refusal that an existing operation gets all the same has a reason in
 * `openapi/new-refusals.json`, and clients read its code in the changelog: what is missing, one line each. */
function unexplainedRefusals(root: string, before: Document, after: Document): string[] {
  const reasons: Record<string, string> = JSON.parse(read(root, REASONS) ?? '{}')
  const unreleased =
    /## \[Unreleased\]([\s\S]*?)(?=\n## |$)/.exec(read(root, 'CHANGELOG.md') ?? '')?.[1] ?? ''
  const present = new Set(refusalsOf(after))
  return [
    ...newRefusals(before, after).flatMap((refusal) => {
      const code = refusal.split(' ').at(-1)
      return [
        ...(reasons[refusal] ? [] : [`${refusal} is a new refusal: give its reason in ${REASONS}`]),
        ...(unreleased.includes(`\`${code}\``)
          ? []
          : [`${refusal} is a new refusal: name \`${code}\` under Unreleased in CHANGELOG.md`]),
      ]
    }),
    ...Object.keys(reasons)
      .filter((refusal) => !present.has(refusal))
      .map((refusal) => `${REASONS}: no operation has ${refusal}; remove the line`),
  ]
}

/** What existing operations refuse in `after` and not in `before`, such as `POST /api/v1/jobs: 409 limit_reached`. */
function newRefusals(before: Document, after: Document): string[] {
  const known = new Set(refusalsOf(before))
  const existing = new Set([...operationsOf(before)].map(({ label }) => label))
  return [...operationsOf(after)]
    .filter(({ label }) => existing.has(label))
    .flatMap(({ label, operation }) => refusals(after, label, operation))
    .filter((refusal) => !known.has(refusal))
}

const refusalsOf = (document: Document): string[] =>
  [...operationsOf(document)].flatMap(({ label, operation }) => refusals(document, label, operation))

function* operationsOf(document: Document): Generator<{ label: string; operation: Operation }> {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      yield { label: `${method.toUpperCase()} ${path}`, operation: operation as Operation }
    }
  }
}

function refusals(document: Document, label: string, { responses }: Operation): string[] {
  return Object.entries(responses)
    .filter(([status]) => status >= '400')
    .flatMap(([status, response]) => {
      const { 'x-codes': codes } = follow<Response>(response, document)
      return (codes ?? ['none']).map((code) => `${label}: ${status} ${code}`)
    })
}

if (import.meta.main) await main()
