import type { Exchange } from './exchange.ts'
import type { Router } from './router.ts'

/** What browsers are told when a page of another origin calls. */
export interface Cors {
  /** Lets the page of an allowed origin read whatever this exchange is answered with. */
  mark(exchange: Exchange): void
  /** Answers the preflight of an allowed origin for a known path, which needs no key; false: it was none. */
  answerPreflight(exchange: Exchange): boolean
}

const SENT =
  'Authorization, X-Api-Key, Accept, Accept-Language, Content-Type, Content-Encoding, Idempotency-Key, If-Match, ' +
  'If-None-Match, If-Modified-Since, If-Unmodified-Since, Prefer, traceparent, tracestate'
const EXPOSED =
  'X-Request-Id, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ' +
  'X-Credits-Cost, X-Credits-Remaining, ETag, Idempotency-Replayed, Allow, WWW-Authenticate'
// As long as Chrome keeps it.
const MAX_AGE_SECONDS = '7200'

/** For these origins, each exactly as a browser sends it. Never with credentials: a key is not a cookie. */
export function openCors(origins: readonly string[], router: Router): Cors {
  const allowed = new Set(origins)
  const originOf = ({ request }: Exchange) => {
    const { origin } = request.headers
    return origin !== undefined && allowed.has(origin) ? origin : undefined
  }
  return {
    mark(exchange) {
      // To everybody, or a cache could hand the answer for one origin to another.
      exchange.headers.push('Vary', 'Origin')
      const origin = originOf(exchange)
      if (origin === undefined) return
      exchange.headers.push('Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED)
    },
    answerPreflight(exchange) {
      const { request, response, target, headers } = exchange
      if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return false
      const match = originOf(exchange) && router.find('OPTIONS', target.segments)
      if (!match) return false
      exchange.route = match.nearest.path
      const asked = ['Access-Control-Allow-Methods', match.allow, 'Access-Control-Allow-Headers', SENT]
      response.writeHead(204, [...headers, ...asked, 'Access-Control-Max-Age', MAX_AGE_SECONDS]).end()
      return true
    },
  }
}
