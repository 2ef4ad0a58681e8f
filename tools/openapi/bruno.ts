import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Document, follow, type Operation, type Parameter } from './document.ts'

/** What the requests are sent with. */
export interface BrunoEnvironment {
  baseUrl: string
  recruiterKey: string
  candidateKey: string
}

type Described = Operation & { summary: string; tags: string[] }

/** The files of a Bruno collection: one per operation, in a folder per tag, and the environment `demo`. */
export function printBruno(document: Document, environment: BrunoEnvironment): Record<string, string> {
  const collection = { version: '1', name: 'Job board API', type: 'collection' }
  const requests = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Described>).map(([method, operation]) => ({
      file: `${operation.tags[0]!.replaceAll(':', ',')}/${operation.operationId}.bru`,
      text: (order: number) => printRequest(document, method, path, operation, order),
    })),
  )
  return {
    'bruno.json': `${JSON.stringify(collection, null, 2)}\n`,
    'environments/demo.bru': block('vars', Object.entries(environment)),
    ...Object.fromEntries(requests.map(({ file, text }, index) => [file, text(index + 1)])),
  }
}

function printRequest(document: Document, method: string, path: string, operation: Described, order: number) {
  const parameters = (operation.parameters ?? []).map((one) => follow<Parameter>(one, document))
  const named = (place: string) => parameters.filter((one) => one.in === place)
  const content = operation.requestBody?.content['application/json'] as { example?: unknown } | undefined
  const key = path.startsWith('/api/v1/me') ? 'candidateKey' : 'recruiterKey'
  const auth = path.startsWith('/api/') ? 'bearer' : 'none'
  const hasKey = named('header').some(({ name }) => name === 'Idempotency-Key')
  return [
    block('meta', [
      ['name', operation.summary.replaceAll(':', ',')],
      ['type', 'http'],
      ['seq', order],
    ]),
    block(method, [
      ['url', `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`],
      ['body', content ? 'json' : 'none'],
      ['auth', auth],
    ]),
    // `~`: not sent until it is switched on.
    block(
      'params:query',
      named('query').map(({ name }) => [`~${name}`, '']),
    ),
    block(
      'params:path',
      named('path').map(({ name, schema }) => [name, schema.type === 'string' ? 'text' : 1]),
    ),
    block('headers', hasKey ? [['Idempotency-Key', '{{$guid}}']] : []),
    auth === 'bearer' ? block('auth:bearer', [['token', `{{${key}}}`]]) : '',
    content ? `body:json {\n${indented(JSON.stringify(content.example ?? {}, null, 2))}\n}\n` : '',
  ]
    .filter((text) => text !== '')
    .join('\n')
}

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
  }
  const folder = join(data, 'bruno')
  const files = printBruno(JSON.parse(readFileSync('openapi/v1.json', 'utf8')), environment)
  rmSync(folder, { recursive: true, force: true })
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    // The environment has keys.
    writeFileSync(join(folder, file), text, { mode: 0o600 })
  }
  console.log(`${Object.keys(files).length - 2} requests written to ${folder}: open this folder in Bruno.`)
}

if (import.meta.main) main()
