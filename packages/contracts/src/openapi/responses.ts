import { z } from 'zod'
import { dryRunResult } from '../credits/credit.ts'
import { acceptsIdempotencyKey, type Endpoint } from '../endpoint.ts'
import type { ErrorCode } from '../error.ts'
import { LINKED_DATA_TYPE } from '../jobs/open-jobs.ts'
import { type HeaderName, ref } from './components.ts'
import { errorCodesOf, exampleMessages, meanings } from './errors.ts'
import { examples } from './examples.ts'
import type { Schema, SchemaPrinter } from './schema.ts'

type Json = Record<string, unknown>
/** A JSON body in one media type. */
export type Content = Json & { schema: Json }

/** The content of a JSON response in each media type that `Accept` can prefer (Spec §2, D-01). The example stands once, at
 * application/json; `other` is the schema of the other types where it is shorter. */
function responseContent(json: Content, other: Json = json.schema): Json {
  const same = { schema: repeatable(other) }
  return { 'application/json': json, 'text/json': same, 'text/plain': same }
}

/** The media types of a JSON body (Spec §2, D-01). */
const ACCEPTED = ['application/json', 'text/json', 'application/*+json']

/** A JSON body. The other media types stand beside `content`: openapi-python-client would skip operations with text/json, and
 * send `application/*+json` as it is written, which is 415. */
export function jsonBody(json: Content): Json {
  return {
    description: `JSON in UTF-8, as ${ACCEPTED.join(', ')}.`,
    content: { 'application/json': json },
    'x-media-types': ACCEPTED,
  }
}

// A schema without a name is not printed three times, unless it is a choice between two names.
function repeatable(schema: Json): Json {
  return '$ref' in schema || 'oneOf' in schema
    ? schema
    : { description: 'The same JSON as application/json.' }
}

const limits: HeaderName[] = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]
const credits: HeaderName[] = ['X-Credits-Cost', 'X-Credits-Remaining']
// Without a caller, and failures after which the cost is not known.
const withoutCredits = new Set([401, 500])
/** Statuses of the refusals that are stored for an `Idempotency-Key` (D-60). */
const storedRefusals = new Set([400, 404, 409])

/** The headers of a successful response, and of a 304. */
function successHeaders(endpoint: Endpoint): HeaderName[] {
  const names: HeaderName[] = [...everyHeader(endpoint)]
  if (endpoint.cost) names.push(...credits)
  if (endpoint.hasEtag) names.push('ETag')
  if (endpoint.linkedData) names.push('Vary')
  if (endpoint.linkedData && endpoint.query) names.push('Link')
  if (endpoint.body || endpoint.bodyType) names.push('Preference-Applied', 'X-Ignored-Fields')
  names.push(...(endpoint.headers ?? []))
  return names
}

/** The headers of a response with an error. */
function errorHeaders(endpoint: Endpoint, status: number): HeaderName[] {
  if (status === 401) return ['X-Request-Id', 'WWW-Authenticate']
  const names: HeaderName[] = [...everyHeader(endpoint)]
  if (endpoint.plane === 'public' && status < 500) names.push('Link')
  if (endpoint.cost && !withoutCredits.has(status)) names.push(...credits)
  if (status === 429 || status === 503) names.push('Retry-After')
  if (acceptsIdempotencyKey(endpoint)) {
    if (status === 409) names.push('Retry-After')
    if (storedRefusals.has(status)) names.push('Idempotency-Replayed')
  }
  return names
}

/** References to these headers, by name. */
function headerRefs(names: readonly HeaderName[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]))
}

function everyHeader({ plane }: Endpoint): HeaderName[] {
  return plane === 'public' ? ['X-Request-Id', ...limits] : ['X-Request-Id']
}

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

/** The printed success of a call that has a JSON body. */
export interface Success extends Json {
  description: string
  headers: Json
  content: { 'application/json': Content }
}

/** The status of every dry run that would succeed. */
const STATUS = 200
const MEANING = 'With `Prefer: dry-run`: what the call would do; nothing is done.'

/** The successes of an endpoint that has a dry run, by status: that of the call, and at 200 that of the dry run. Where both
 * are 200 the body has one of two schemas, that of the call first, because generated clients try them in this order. */
function withDryRun(endpoint: Endpoint, call: Success, printer: SchemaPrinter): Json {
  const isSameStatus = endpoint.status === STATUS
  const { schema, example } = call.content['application/json']
  const result = printer.print(dryRunResult, 'output')
  const dryRun = { 'dry-run': { summary: 'With Prefer: dry-run', value: examples[endpoint.name]?.dryRun } }
  const both = { call: { summary: 'Without Prefer: dry-run', value: example }, ...dryRun }
  const json = isSameStatus
    ? { schema: { oneOf: [schema, result] }, examples: both }
    : { schema: result, examples: dryRun }
  const headers = isSameStatus ? call.headers : headerRefs(successHeaders(endpoint))
  return {
    [endpoint.status]: call,
    [STATUS]: {
      description: isSameStatus ? `${call.description}\n\n${MEANING}` : MEANING,
      headers: { ...headers, ...headerRefs(['Preference-Applied']) },
      content: responseContent(json),
    },
  }
}

/** Prints every response of an endpoint, by status. */
export function responses(endpoint: Endpoint, printer: SchemaPrinter, errors: ErrorPrinter): Json {
  const success = successHeaders(endpoint)
  const replayed: HeaderName[] = acceptsIdempotencyKey(endpoint) ? ['Idempotency-Replayed'] : []
  const call = {
    description: meaningOf(endpoint),
    headers: headerRefs([...success, ...replayed]),
    ...successContent(endpoint, printer),
  }
  const all: Json = endpoint.hasDryRun
    ? withDryRun(endpoint, call as Success, printer)
    : { [endpoint.status]: call }
  if (endpoint.hasEtag && endpoint.method === 'GET') {
    all[304] = {
      description: 'Not changed since the `ETag` in `If-None-Match`; no body.',
      headers: headerRefs(success),
    }
  }
  for (const [status, codes] of errorCodesOf(endpoint)) all[status] = errors.print(endpoint, status, codes)
  return all
}

// A success says what it returns, which its schema says.
function meaningOf({ response, status }: Endpoint): string {
  const returned = response && z.globalRegistry.get(response)?.description
  return returned ?? (status === 202 ? 'Accepted; no body.' : 'Done; no body.')
}

function successContent({ name, response, linkedData }: Endpoint, printer: SchemaPrinter): Json {
  if (!response) return {}
  const example = examples[name]?.response
  const json = { schema: printer.print(response, 'output'), ...(example === undefined ? {} : { example }) }
  const content = responseContent(json)
  if (!linkedData) return { content }
  const schema: Schema = printer.print(linkedData, 'output')
  return { content: { ...content, [LINKED_DATA_TYPE]: { schema } } }
}
