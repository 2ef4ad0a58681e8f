import type { IncomingMessage } from 'node:http'
import type { RequestContext } from './request-context.ts'

/** The headers by which browsers let pages of other origins call the API. */
export interface Cors {
  /** Headers of every response: they let the page of an allowed origin read it. */
  responseHeaders(request: IncomingMessage): readonly string[]
  /** Headers of the 204 to a preflight of an allowed origin for an existing path; undefined for any other
   * request. */
  preflightHeaders(context: RequestContext): readonly string[] | undefined
}

const REQUEST_HEADERS =
  'Authorization, X-Api-Key, Accept, Accept-Language, Content-Type, Content-Encoding, Idempotency-Key, If-Match, ' +
  'If-None-Match, If-Modified-Since, If-Unmodified-Since, Prefer, traceparent, tracestate'
const EXPOSED_HEADERS =
  'X-Request-Id, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ' +
  'X-Credits-Cost, X-Credits-Remaining, X-Query-Normalized, ETag, Idempotency-Replayed, Preference-Applied, Allow, ' +
  'WWW-Authenticate, Link, X-Ignored-Fields, X-Sandbox'
// Chrome caches a preflight for two hours at most.
const MAX_AGE_SECONDS = '7200'
// On every response, or a cache could serve the response for one origin to another.
const VARY = ['Vary', 'Origin']

/** CORS for these origins, each exactly as a browser sends it. Never with credentials: a key is not a
 * cookie. */
export function openCors(origins: readonly string[]): Cors {
  const byOrigin = new Map(
    origins.map((origin) => [
      origin,
      [...VARY, 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED_HEADERS],
    ]),
  )
  const ofAllowed = ({ headers }: IncomingMessage) => byOrigin.get(headers.origin ?? '')
  return {
    responseHeaders: (request) => ofAllowed(request) ?? VARY,
    preflightHeaders({ request, match }) {
      if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return undefined
      if (!match || !ofAllowed(request)) return undefined
      return [
        ...['Access-Control-Allow-Methods', match.allow, 'Access-Control-Allow-Headers', REQUEST_HEADERS],
        ...['Access-Control-Max-Age', MAX_AGE_SECONDS],
      ]
    },
  }
}
