import { ApiCall } from './api-call.ts'
import { routes } from './generated/routes.ts'
import { type Sender, send } from './http/send.ts'
import type { OperationId, RequestInput, ResponseBody } from './operation.ts'
import { type AnyOptions, type ClientOptions, defaults } from './options.ts'

/** Calls any operation of the API by its name in the OpenAPI document. */
export type Call = <O extends OperationId>(
  operation: O,
  input: RequestInput<O>,
  options?: AnyOptions,
) => ApiCall<ResponseBody<O>>

/** Opens the API with these settings. */
export function openApi(settings: ClientOptions): Call {
  const { apiKey, baseUrl } = settings
  if (!/^[\x21-\x7e]+$/.test(apiKey ?? '')) throw new TypeError('apiKey must be the text of an API key')
  if (!URL.canParse(baseUrl)) throw new TypeError('baseUrl must be a URL, such as https://api.example.com')
  const { strict = isDevelopment() } = settings
  const sender: Sender = { ...defaults, ...withoutUndefined(settings) }
  const start = async <O extends OperationId>(operation: O, input: RequestInput<O>, options: AnyOptions) => {
    const { method, path, acceptsIdempotencyKey } = routes[operation]
    const { ifMatch, headers, ...limits } = options
    if (options.idempotencyKey === '') throw new TypeError('idempotencyKey must not be empty')
    const idempotencyKey = acceptsIdempotencyKey ? (options.idempotencyKey ?? randomKey()) : undefined
    const sent = new Headers({
      // Errors as problem details name each invalid field; successes are plain JSON.
      accept: 'application/json, application/problem+json',
      ...settings.headers,
      ...headers,
      authorization: `Bearer ${apiKey}`,
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    })
    // Beside a preference of the call, such as a dry run.
    if (strict && input.body !== undefined) sent.append('prefer', 'handling=strict')
    const request = {
      method,
      url: requestUrl(baseUrl, path, input.path, input.query),
      headers: sent,
      body: input.body === undefined ? undefined : JSON.stringify(input.body),
      idempotencyKey,
    }
    return send(sender, request, limits)
  }
  return (operation, input, options = {}) => new ApiCall(start(operation, input, options))
}

declare const process: { env: Record<string, string | undefined> }

// Bundlers replace the name of the variable. A page has no `process`, and Deno may refuse to read it.
function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV !== 'production'
  } catch {
    return true
  }
}

// `crypto.randomUUID` exists in secure contexts only.
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T
}

type Value = string | number | boolean | null | undefined
/** One that is repeated has several values. */
type QueryValue = Value | readonly Value[]

/** The URL of a request. A query parameter that is undefined is not sent. */
function requestUrl(
  baseUrl: string,
  path: string,
  pathParams: Record<string, Value> = {},
  query: Record<string, QueryValue> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(requireParam(pathParams, name)),
  )
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) {
      if (value !== undefined && value !== null) search.append(name, String(value))
    }
  }
  const suffix = search.size > 0 ? `?${search}` : ''
  return originOf(baseUrl) + filled + suffix
}

const API_PATH = '/api/v1'

/** A base URL without the path that every operation begins with, and without slashes at its end: people copy
 * `https://api.example.com/api/v1/` from an example. */
function originOf(baseUrl: string): string {
  const trimmed = withoutSlashes(baseUrl)
  return trimmed.endsWith(API_PATH) ? withoutSlashes(trimmed.slice(0, -API_PATH.length)) : trimmed
}

const withoutSlashes = (url: string) => url.replace(/(?<!\/)\/+$/, '')

// An empty segment would name another resource, and `.` and `..` are removed by URL parsers.
function requireParam(params: Record<string, Value>, name: string): string {
  const text = String(params[name] ?? '')
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} must not be "${text}"`)
  return text
}
