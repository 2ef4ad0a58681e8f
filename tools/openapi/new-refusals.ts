import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Document, follow, type Operation, type Response } from './document.ts'

/** Why an existing operation refuses what it accepted before, by refusal. */
const REASONS = 'openapi/new-refusals.json'

/** Statuses of v1 are frozen (Spec §9). A refusal that an existing operation gets all the same has a reason in
 * `openapi/new-refusals.json`, and clients read its code in the changelog: what is missing, one line each. */
export function unexplainedRefusals(root: string, before: Document, after: Document): string[] {
  const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')
  const reasons: Record<string, string> = JSON.parse(read(REASONS) || '{}')
  const unreleased = /## \[Unreleased\]([\s\S]*?)(?=\n## |$)/.exec(read('CHANGELOG.md'))?.[1] ?? ''
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
