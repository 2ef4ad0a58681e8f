import { ApiError } from '@jobboard/contracts/error'
import { type LimitFamily, requestsPerMinute } from '@jobboard/contracts/limits'
import type { Decision } from '@jobboard/rate-limit/sliding-log'

const WINDOW_SECONDS = 60

const policies = new Map<LimitFamily, string[]>(
  (Object.keys(requestsPerMinute) as LimitFamily[]).map((family) => [
    family,
    [
      'RateLimit-Policy',
      `"${family}";q=${requestsPerMinute[family]};w=${WINDOW_SECONDS}`,
      'X-RateLimit-Limit',
      String(requestsPerMinute[family]),
    ],
  ]),
)

/** The headers of every response to a valid key (D-17), as name, value, name, value. `X-RateLimit-Reset` is in seconds from
 * now, like `t`. */
export function rateLimitHeaders(family: LimitFamily, { remaining, resetMs }: Decision): string[] {
  const reset = String(wholeSeconds(resetMs))
  return [
    ...policies.get(family)!,
    'RateLimit',
    `"${family}";r=${remaining};t=${reset}`,
    'X-RateLimit-Remaining',
    String(remaining),
    'X-RateLimit-Reset',
    reset,
  ]
}

/** 429 with `Retry-After`: the whole seconds after which the next request is admitted. */
export function rateLimited(family: LimitFamily, { retryAfterMs }: Decision): ApiError {
  const seconds = Math.max(1, wholeSeconds(retryAfterMs))
  const message = `This key has made ${requestsPerMinute[family]} ${family} requests within a minute; try again in ${seconds} s.`
  return new ApiError('rate_limited', message, { headers: { 'Retry-After': String(seconds) } })
}

// At most the window: the difference of two floating-point times can exceed it by a rounding error.
function wholeSeconds(ms: number): number {
  return Math.min(WINDOW_SECONDS, Math.ceil(ms / 1_000))
}
