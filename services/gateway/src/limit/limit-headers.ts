import { ApiError } from '@jobboard/contracts/error'
import { type LimitFamily, requestsPerMinute } from '@jobboard/contracts/limits'
import type { Decision } from './limiter.ts'

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

/** What every answer to a valid key says about its limit (D-17). Reset is in seconds from now, like `t`. */
export function limitHeaders(family: LimitFamily, { remaining, resetMs }: Decision): string[] {
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

/** 429 with the seconds after which the next request passes. */
export function rateLimited(family: LimitFamily, { retryAfterMs }: Decision): ApiError {
  const seconds = Math.max(1, wholeSeconds(retryAfterMs))
  const message = `This key has made ${requestsPerMinute[family]} ${family} requests within a minute; try again in ${seconds} s.`
  return new ApiError('rate_limited', message, { headers: { 'Retry-After': String(seconds) } })
}

// Never more than the window: the difference of two floating-point times may be a hair above it.
function wholeSeconds(ms: number): number {
  return Math.min(WINDOW_SECONDS, Math.ceil(ms / 1_000))
}
