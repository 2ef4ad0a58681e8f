import { endpoints } from '@jobboard/contracts/endpoints'
import type { ApiError } from '@jobboard/contracts/error'
import type { LimitFamily } from '@jobboard/contracts/limits'
import type { Limiter } from '@jobboard/rate-limit/limiter'
import { rateLimited, rateLimitHeaders } from '../http/rate-limit-headers.ts'
import type { RequestContext } from '../http/request-context.ts'

/** The result of counting one request against the limit of its key. */
export interface Quota {
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
