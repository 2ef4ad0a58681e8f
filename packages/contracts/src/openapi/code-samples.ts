/** The files under `/sdk` that install the clients of this release, as documents name them. */
export const clientFiles = {
  typescript: 'jobboard-sdk-0.1.0.tgz',
  python: 'jobboard_client-0.1.0-py3-none-any.whl',
  mcp: 'jobboard-mcp-0.1.0.tgz',
} as const

// biome-ignore lint/suspicious/noExplicitAny: reads nested parts of a document
type Json = any

/** One way to call an operation, as documentation tools read it from `x-codeSamples`. */
export interface CodeSample {
  lang: string
  label: string
  source: string
}

interface Call {
  operationId: string
  method: string
  path: string
  pathValues: [name: string, value: unknown][]
  query: [name: string, value: unknown][]
  contentType: string | undefined
  body: Json
  hasKey: boolean
  acceptsIdempotencyKey: boolean
}

/** The document with `x-codeSamples` for each operation, made of its examples: curl, and where `clients` is true the
 * TypeScript SDK and the Python client, which call the public API. The variables are those of the guides. */
export function withCodeSamples<T extends { paths: Json; components?: Json }>(
  document: T,
  clients: boolean,
): T {
  const paths = Object.entries<Json>(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries<Json>(operations).map(([method, operation]) => {
        const call = readCall(document, method.toUpperCase(), path, operation)
        const samples = clients && call.hasKey ? [curl(call), typescript(call), python(call)] : [curl(call)]
        return [method, { ...operation, 'x-codeSamples': samples }]
      }),
    ),
  ])
  return { ...document, paths: Object.fromEntries(paths) }
}

function readCall(document: Json, method: string, path: string, operation: Json): Call {
  const parameters: Json[] = (operation.parameters ?? []).map((one: Json) =>
    one.$ref ? document.components.parameters[one.$ref.split('/').at(-1)] : one,
  )
  const examples = (place: string): [string, unknown][] =>
    parameters
      .filter((one) => one.in === place && one.example !== undefined)
      .map((one) => [one.name, one.example])
  const contents: Json = operation.requestBody?.content ?? {}
  const contentType = 'application/json' in contents ? 'application/json' : Object.keys(contents)[0]
  return {
    operationId: operation.operationId,
    method,
    path,
    pathValues: examples('path'),
    query: examples('query'),
    contentType,
    body: contentType && contents[contentType].example,
    hasKey: operation.security?.length !== 0 && !path.startsWith('/healthz'),
    acceptsIdempotencyKey: parameters.some((one) => one.name === 'Idempotency-Key'),
  }
}

function curl({
  method,
  path,
  pathValues,
  query,
  contentType,
  body,
  hasKey,
  acceptsIdempotencyKey,
}: Call): CodeSample {
  const filled = pathValues.reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  )
  const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString()
  const isAdmin = path.startsWith('/admin/')
  const key = isAdmin ? '$TOKEN' : path.startsWith('/api/v1/me') ? '$ME' : '$KEY'
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2)
  const parts = [
    `curl "${isAdmin ? '$ADMIN' : '$API'}${filled}${search && `?${search}`}"`,
    ...(method === (body === undefined ? 'GET' : 'POST') ? [] : [`-X ${method}`]),
    ...(hasKey ? [`-H "Authorization: Bearer ${key}"`] : []),
    ...(acceptsIdempotencyKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: ${contentType}'`, `--data-binary '${text.replaceAll("'", "'\\''")}'`]),
  ]
  return { lang: 'shell', label: 'curl', source: parts.join(' \\\n  ') }
}

function typescript({ operationId, path, pathValues, query, body }: Call): CodeSample {
  const input = {
    ...(pathValues.length > 0 && { path: Object.fromEntries(pathValues) }),
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
    ...(body !== undefined && { body }),
  }
  const source = `// npm install "$API/sdk/${clientFiles.typescript}"
import { createClient } from '@jobboard/sdk'

const client = createClient({ baseUrl: process.env.API!, apiKey: process.env.${keyName(path)}! })
const result = await client.call('${operationId}', ${JSON.stringify(input, null, 2)})
`
  return { lang: 'typescript', label: 'TypeScript SDK', source }
}

function python({ operationId, path, pathValues, query, body }: Call): CodeSample {
  const values = [
    ...pathValues.map(([, value]) => pythonLiteral(value)),
    ...(body === undefined ? [] : [pythonLiteral(body, 4)]),
    ...query.map(([name, value]) => `${snake(name)}=${pythonLiteral(value)}`),
  ]
  const source = `# pip install "$API/sdk/${clientFiles.python}"
import os
from jobboard import Client

with Client(os.environ["API"], api_key=os.environ["${keyName(path)}"]) as client:
    result = client.${snake(operationId)}(${values.join(', ')})
`
  return { lang: 'python', label: 'Python client', source }
}

const keyName = (path: string) => (path.startsWith('/api/v1/me') ? 'ME' : 'KEY')
const snake = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_')

/** A JSON value as Python writes it; an object takes a line per field. `indent` is that of the line it begins in. */
function pythonLiteral(value: unknown, indent = 0): string {
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (Array.isArray(value)) return `[${value.map((item) => pythonLiteral(item, indent)).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = ' '.repeat(indent + 4)
  const fields = Object.entries(value).map(
    ([name, field]) => `${inner}${JSON.stringify(name)}: ${pythonLiteral(field, indent + 4)},\n`,
  )
  return fields.length === 0 ? '{}' : `{\n${fields.join('')}${' '.repeat(indent)}}`
}
