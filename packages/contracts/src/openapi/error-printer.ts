import type { Endpoint } from '../endpoint.ts'
import type { ErrorCode } from '../error.ts'
import { type HeaderName, ref } from './components.ts'
import { exampleMessages } from './error-messages.ts'
import { meanings } from './error-responses.ts'
import { responseContent } from './media-types.ts'
import { errorHeaders, headerRefs } from './response-headers.ts'

type Json = Record<string, unknown>

/** Prints error responses; `components` holds each combination of codes and headers once. */
export interface ErrorPrinter {
  components: Record<string, Json>
  /** A reference; a response of its own where the endpoint states when it refuses. */
  print(endpoint: Endpoint, status: number, codes: ErrorCode[]): Json
}

/** Opens a printer with no components yet. */
export function openErrorPrinter(): ErrorPrinter {
  const components: Record<string, Json> = {}
  return {
    components,
    print(endpoint, status, codes) {
      const headers = errorHeaders(endpoint, status)
      const isProblem = status === 404 && endpoint.problemNotFound === true
      const { plane, refusals } = endpoint
      const response = { plane, codes, headers, status, isProblem, refusals }
      if (codes.some((code) => endpoint.refusals?.[code])) return printResponse(response)
      const name = `${codes.map(pascalCase).join('Or')}${isProblem ? 'Problem' : ''}${suffix(headers)}`
      components[name] ??= printResponse(response)
      return ref('responses', name)
    },
  }
}

const unauthorized: Record<Endpoint['plane'], string> = {
  public: meanings.unauthorized,
  admin: 'The admin token is missing or wrong. The body is empty.',
  internal: '',
}

function printResponse({
  plane,
  codes,
  headers,
  status,
  isProblem,
  refusals = {},
}: {
  plane: Endpoint['plane']
  codes: ErrorCode[]
  headers: HeaderName[]
  status: number
  isProblem: boolean
  refusals: Endpoint['refusals']
}): Json {
  if (status === 401) return { description: unauthorized[plane], headers: headerRefs(headers) }
  const description = codes
    .map((code) => `\`${code}\`: ${refusals[code]?.when ?? meanings[code]}`)
    .join('\n\n')
  const examples = codes.map((code) => {
    const message = refusals[code]?.message ?? exampleMessages[code]
    return [code, { value: isProblem ? problem(status, code, message) : { code, message } }]
  })
  const schema = {
    allOf: [
      ref('schemas', isProblem ? 'Problem' : 'Error'),
      { type: 'object', properties: { code: { type: 'string', enum: codes, description: CODES } } },
    ],
  }
  const json = { schema, examples: Object.fromEntries(examples) }
  return {
    description,
    headers: headerRefs(headers),
    content: isProblem
      ? { 'application/problem+json': json }
      : responseContent(json, ref('schemas', 'Error')),
    'x-codes': codes,
  }
}

const CODES = 'The codes of this response. New codes may be added.'

// Only a 404 is always one.
function problem(status: number, code: ErrorCode, detail: string): Json {
  return { type: 'about:blank', title: 'Not Found', status, detail, code, errors: [] }
}

// Responses of the same codes have the same name only with the same headers.
function suffix(headers: readonly HeaderName[]): string {
  const isReplayable = headers.includes('Idempotency-Replayed')
  return `${headers.includes('X-Credits-Cost') ? 'OfPaidCall' : ''}${isReplayable ? 'Replayable' : ''}`
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase())
}
