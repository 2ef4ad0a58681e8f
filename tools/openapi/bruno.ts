import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Document, follow, type Operation, type Parameter } from './document.ts'

/** What the requests are sent with: the address, a key of each kind, and the ids that a request by hand begins with. */
export interface BrunoEnvironment {
  baseUrl: string
  recruiterKey: string
  candidateKey: string
  /** Empty until somebody enters the key of a sandbox. */
  sandboxKey: string
  [id: string]: string | number
}

/** Reads what a request of another path has made. */
const LAST = '/api/v1/webhook-deliveries/'
const byNeed = ([a]: [string, unknown], [b]: [string, unknown]) =>
  Number(a.startsWith(LAST)) - Number(b.startsWith(LAST))

type Described = Operation & { summary: string; tags: string[] }
interface Request {
  method: string
  path: string
  operation: Described
  folder: string
}

const REMOVALS = 'Removals'
/** `bru run` sends folder by folder: a candidate applies before the employer works on the application. */
const FIRST = ['Key', 'Jobs', 'Candidate, jobs and applications']

/** The files of a Bruno collection: one per operation, in a folder per tag, and the environment `demo`. Each date is
 * computed when its request is sent. `bru run` changes and removes only what it has made itself. */
export function printBruno(document: Document, environment: BrunoEnvironment): Record<string, string> {
  const requests = Object.entries(document.paths)
    .toSorted(byNeed)
    .flatMap(([path, operations]) =>
      Object.entries(operations as Record<string, Described>).map(([method, operation]) => {
        const isFinal = method === 'delete' || path.endsWith('/withdraw')
        const folder = isFinal ? REMOVALS : operation.tags[0]!.replaceAll(':', ',')
        return { method, path, operation, folder }
      }),
    )
  const tags = requests.map(({ folder }) => folder).filter((folder) => folder !== REMOVALS)
  const folders = [...new Set([...FIRST.filter((one) => tags.includes(one)), ...tags, REMOVALS])]
  const ids = requests.flatMap(({ path }) => idsOf(path).map((id) => [id, 1] as const))
  const collection = { version: '1', name: 'Job board API', type: 'collection' }
  return {
    'bruno.json': `${JSON.stringify(collection, null, 2)}\n`,
    'environments/demo.bru': block('vars', Object.entries({ ...Object.fromEntries(ids), ...environment })),
    ...Object.fromEntries(
      folders.map((name, index) => [
        `${name}/folder.bru`,
        block('meta', [
          ['name', name],
          ['seq', index + 1],
        ]),
      ]),
    ),
    ...Object.fromEntries(
      requests.map((request, index) => [
        `${request.folder}/${request.operation.operationId}.bru`,
        printRequest(document, request, index + 1),
      ]),
    ),
  }
}

function printRequest(document: Document, { method, path, operation }: Request, order: number): string {
  const parameters = (operation.parameters ?? []).map((one) => follow<Parameter>(one, document))
  const named = (place: string) => parameters.filter((one) => one.in === place)
  const content = operation.requestBody?.content['application/json'] as { example?: unknown } | undefined
  const key = keyOf(path)
  const auth = path.startsWith('/api/') ? 'bearer' : 'none'
  const body = bodyOf(content?.example)
  const required = named('query').filter((one) => one.required)
  const query = required.map(({ name, example }) => `${name}=${example}`).join('&')
  const hasKey = named('header').some(({ name }) => name === 'Idempotency-Key')
  return [
    block('meta', [
      ['name', operation.summary.replaceAll(':', ',')],
      ['type', 'http'],
      ['seq', order],
    ]),
    block(method, [
      ['url', `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}${query && `?${query}`}`],
      ['body', content ? 'json' : 'none'],
      ['auth', auth],
    ]),
    // `~`: not sent until it is switched on.
    block(
      'params:query',
      named('query').map((one) => (one.required ? [one.name, String(one.example)] : [`~${one.name}`, ''])),
    ),
    block(
      'params:path',
      named('path').map(({ name, schema, example }) => [
        name,
        schema.type === 'integer' || name === 'deliveryId' ? `{{${idOf(path, name)}}}` : example,
      ]),
    ),
    block('headers', hasKey ? [['Idempotency-Key', '{{$guid}}']] : []),
    auth === 'bearer' ? block('auth:bearer', [['token', `{{${key}}}`]]) : '',
    content ? `body:json {\n${indented(body)}\n}\n` : '',
    script('pre-request', guardOf(method, path) + datesOf(body)),
    script('post-response', operation.responses['201'] ? keepId(path) + waitFor(path) : keepDelivery(path)),
  ]
    .filter((text) => text !== '')
    .join('\n')
}

const IN_SANDBOX = '/api/v1/sandbox'
function keyOf(path: string): keyof BrunoEnvironment {
  if (path.startsWith(IN_SANDBOX)) return 'sandboxKey'
  return path.startsWith('/api/v1/me') ? 'candidateKey' : 'recruiterKey'
}

// The example names job 7 and answers its question, where the collection has made a job without one; and its dates are
// past or too old some day.
function bodyOf(example: unknown): string {
  const { screeningAnswers: _, ...body } = (example ?? {}) as Record<string, unknown>
  return JSON.stringify(body, null, 2)
    .replace(/"jobId": \d+/, '"jobId": {{jobId}}')
    .replace(/"since": "[^"]+"/, '"since": "{{anHourAgo}}"')
    .replace(/"\d{4}-\d\d-\d\dT[^"]+"/g, '"{{inThirtyDays}}"')
}

const OFFSETS = { inThirtyDays: '30 * 86400000', anHourAgo: '-3600000' }
const datesOf = (body: string) =>
  Object.entries(OFFSETS)
    .filter(([name]) => body.includes(`{{${name}}}`))
    .map(([name, offset]) => `\nbru.setVar("${name}", new Date(Date.now() + ${offset}).toISOString())`)
    .join('')

/** Skips a change in `bru run` unless this run has made the object: the demo's own stay as they are. A request that is
 * sent by hand is not skipped. */
function guardOf(method: string, path: string): string {
  // The objects of the run are live.
  if (path.startsWith(IN_SANDBOX)) return 'bru.runner.skipRequest()'
  if (method === 'get') return ''
  // It ends the key that the requests after it are sent with.
  if (path === '/api/v1/key/rotate') return 'bru.runner.skipRequest()'
  const ids = idsOf(path)
  if (ids.length === 0) return method === 'post' ? '' : 'bru.runner.skipRequest()'
  return `if (${ids.map((id) => `!bru.getVar("${id}")`).join(' || ')}) bru.runner.skipRequest()`
}

/** Keeps the id of what a request has made for those after it. */
function keepId(path: string): string {
  const collection = /(\w+)$/.exec(path)?.[1] ?? ''
  return `if (res.getStatus() === 201) bru.setVar("${idNamed(collection)}", (res.getBody().application ?? res.getBody()).id)`
}

/** Keeps the id of the delivery of a test event. */
const keepDelivery = (path: string) =>
  path.endsWith('/test')
    ? 'if (res.getStatus() === 202) bru.setVar("deliveryId", res.getBody().deliveryId)'
    : ''

// A recruiter can read an application some milliseconds after the 201.
const waitFor = (path: string) => (path === '/api/v1/me/applications' ? '\nawait bru.sleep(1000)' : '')

/** Names of the variables that hold the ids of a path. */
const idsOf = (path: string) =>
  [...path.matchAll(/\{(\w*[iI]d)\}/g)].map(([, parameter]) => idOf(path, parameter!))

// `{id}` is named by the collection before it.
function idOf(path: string, parameter: string): string {
  return parameter === 'id' ? idNamed(/(\w+)\/\{id\}/.exec(path)![1]!) : parameter
}

const idNamed = (collection: string) => `${collection.replace(/s$/, '')}Id`

const script = (phase: string, code: string) => (code ? `script:${phase} {\n${indented(code)}\n}\n` : '')

function block(name: string, entries: [string, unknown][]): string {
  if (entries.length === 0) return ''
  return `${name} {\n${entries.map(([key, value]) => `  ${key}: ${value}`).join('\n')}\n}\n`
}

const indented = (text: string) => text.replace(/^/gm, '  ')

function main(): void {
  const data = resolve(process.env.DATA_DIR || '.jobboard')
  const demo = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8'))
  const environment = {
    baseUrl: demo.baseUrl,
    recruiterKey: demo.employers[0].apiKey,
    candidateKey: demo.candidates[0].apiKey,
    sandboxKey: '',
    candidateId: demo.candidates[0].id,
  }
  const folder = join(data, 'bruno')
  const files = printBruno(JSON.parse(readFileSync('openapi/v1.json', 'utf8')), environment)
  rmSync(folder, { recursive: true, force: true })
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    // The environment has keys.
    writeFileSync(join(folder, file), text, { mode: 0o600 })
  }
  const count = Object.keys(files).filter((file) => !/(folder|demo|bruno)\.\w+$/.test(file)).length
  console.log(`${count} requests written to ${folder}: open this folder in Bruno.`)
}

if (import.meta.main) main()
