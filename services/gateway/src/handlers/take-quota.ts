import type { Endpoint } from '@jobboard/contracts/endpoint'
import type { ApiError } from '@jobboard/contracts/error'
import type { Limiter } from '@jobboard/rate-limit/limiter'
import { rateLimited, rateLimitHeaders } from '../http/rate-limit-headers.ts'

/** The outcome of counting one request against the limit of its key. */
export interface Quota {
  /** For every response to the request, also to one that is refused (D-17). */
  readonly headers: readonly string[]
  /** 429 when the limit is reached. */
  readonly refusal: ApiError | undefined
}

/** Counts a request of this key against the limit of the endpoint's family. */
export async function takeQuota(limiter: Limiter, keyName: string, endpoint: Endpoint): Promise<Quota> {
  const family = endpoint.limit ?? 'employer'
  const decision = await limiter.take(keyName, family)
  return {
    headers: rateLimitHeaders(family, decision),
    refusal: decision.ok ? undefined : rateLimited(family, decision),
  }
}
