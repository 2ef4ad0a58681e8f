import { acceptsIdempotencyKey, type Endpoint } from '../endpoint.ts'
import type { ErrorCode } from '../error.ts'
import { LINKED_DATA_TYPE } from '../job-posting.ts'
import { type HeaderName, ref } from './components.ts'
import { errorCodesOf, meanings } from './error-responses.ts'
import type { Schema, SchemaPrinter } from './schema.ts'

type Json = Record<string, unknown>

const always: HeaderName[] = ['X-Request-Id']
const limits: HeaderName[] = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]
const credits: HeaderName[] = ['X-Credits-Cost', 'X-Credits-Remaining']

/** Prints error responses; `components` holds each combination of codes once. */
export interface ErrorResponsePrinter {
  components: Record<string, Json>
  print(status: number, codes: ErrorCode[], isProblem: boolean): Json
}

/** Opens a printer with no components yet. */
export function openErrorPrinter(): ErrorResponsePrinter {
  const components: Record<string, Json> = {}
  return {
    components,
    print(status, codes, isProblem) {
      const name = `${codes.map(pascalCase).join('Or')}${isProblem ? 'Problem' : ''}`
      components[name] ??= errorResponse(status, codes, isProblem)
      return ref('responses', name)
    },
  }
}

/** Prints every response of an endpoint, by status. */
export function responses(endpoint: Endpoint, printer: SchemaPrinter, errors: ErrorResponsePrinter): Json {
  const success: HeaderName[] = [...always, ...limits]
  if (endpoint.cost) success.push(...credits)
  if (endpoint.hasEtag) success.push('ETag')
  const replayed: HeaderName[] = acceptsIdempotencyKey(endpoint) ? ['Idempotency-Replayed'] : []
  const all: Json = {
    [endpoint.status]: {
      description: endpoint.status === 204 ? 'Success, without a body' : 'Success',
      headers: headerRefs([...success, ...replayed]),
      ...successContent(endpoint, printer),
    },
  }
  if (endpoint.hasEtag && endpoint.method === 'GET') {
    all[304] = {
      description: 'Not changed since the `ETag` in `If-None-Match`; no body',
      headers: headerRefs(success),
    }
  }
  for (const [status, codes] of errorCodesOf(endpoint)) {
    all[status] = errors.print(status, codes, status === 404 && (endpoint.problemNotFound ?? false))
  }
  return all
}

function errorResponse(status: number, codes: ErrorCode[], isProblem: boolean): Json {
  if (status === 401) {
    return { description: meanings.unauthorized, headers: headerRefs([...always, 'WWW-Authenticate']) }
  }
  const description = codes.map((code) => `\`${code}\`: ${meanings[code]}`).join('\n\n')
  const headers = headerRefs([...always, ...limits, ...extraHeaders(status)])
  const body = isProblem
    ? content(ref('schemas', 'Problem'), 'application/problem+json')
    : content(ref('schemas', 'Error'))
  return { description, headers, ...body, 'x-codes': codes }
}

function extraHeaders(status: number): HeaderName[] {
  if (status === 402) return credits
  return status === 429 || status === 503 ? ['Retry-After'] : []
}

function successContent({ response, linkedData }: Endpoint, printer: SchemaPrinter): Json {
  if (!response) return {}
  const json = content(printer.print(response, 'output'))
  if (!linkedData) return json
  const inLinkedData = content(printer.print(linkedData, 'output'), LINKED_DATA_TYPE)
  return { content: { ...(json.content as Json), ...(inLinkedData.content as Json) } }
}

function content(schema: Schema, type = 'application/json'): Json {
  return { content: { [type]: { schema } } }
}

function headerRefs(names: HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]))
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase())
}
