import { endpoints } from '@jobboard/contracts/endpoints'
import { ApiError } from '@jobboard/contracts/error'
import { type LimitFamily, requestsPerMinute } from '@jobboard/contracts/limits'
import type { Limiter } from '@jobboard/rate-limit/limiter'
import type { Decision } from '@jobboard/rate-limit/sliding-log'
import type { RequestContext } from '../http/request-context.ts'

/** The result of counting one request against the limit of its key. */
interface Quota {
  /** For every response to the request, also to one that is refused (D-17). */
  readonly headers: readonly string[]
  /** 429 when the limit is reached. */
  readonly refusal: ApiError | undefined
}

/** The families of unknown routes, by their first segment below /api/v1: that of the GET endpoints there. */
const familyOfSegment = new Map(
  endpoints.flatMap(({ plane, method, path, limit }) =>
    plane === 'public' && method === 'GET' && limit ? [[path.split('/')[3], limit] as const] : [],
  ),
)

/** Counts a request of this key against the limit of its endpoint's family; without an endpoint, of the family of its
 * path. */
export async function takeQuota(
  limiter: Limiter,
  keyName: string,
  { match, target }: Pick<RequestContext, 'match' | 'target'>,
): Promise<Quota> {
  const family = familyOf(match, target)
  const decision = await limiter.take(keyName, family)
  return {
    headers: rateLimitHeaders(family, decision),
    refusal: decision.ok ? undefined : rateLimited(family, decision),
  }
}

/** The family that a request counts in. */
export function familyOf(
  match: RequestContext['match'],
  { segments }: RequestContext['target'],
): LimitFamily {
  if (match) return match.nearest.limit ?? 'employer'
  const [api, version, first] = segments
  return (api === 'api' && version === 'v1' && familyOfSegment.get(first)) || 'employer'
}

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
function rateLimitHeaders(family: LimitFamily, { remaining, resetMs }: Decision): string[] {
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
function rateLimited(family: LimitFamily, { retryAfterMs }: Decision): ApiError {
  const seconds = Math.max(1, wholeSeconds(retryAfterMs))
  const message = `This key has made ${requestsPerMinute[family]} ${family} requests within a minute; try again in ${seconds} s.`
  return new ApiError('rate_limited', message, { headers: { 'Retry-After': String(seconds) } })
}

// At most the window: the difference of two floating-point times can exceed it by a rounding error.
function wholeSeconds(ms: number): number {
  return Math.min(WINDOW_SECONDS, Math.ceil(ms / 1_000))
}
