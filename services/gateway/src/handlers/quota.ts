import type { Endpoint } from '@jobboard/contracts/endpoint'
import { endpoints } from '@jobboard/contracts/endpoints'
import { ApiError } from '@jobboard/contracts/error'
import {
  BULK_ITEMS_PER_REQUEST,
  type LimitFamily,
  MAX_BULK_ITEMS,
  requestsPerMinute,
} from '@jobboard/contracts/limits'
import type { Limiter } from '@jobboard/rate-limit/limiter'
import type { Decision } from '@jobboard/rate-limit/sliding-log'
import { parseBody } from '@jobboard/service/http/media-type'
import { type RequestContext, replaceHeaders } from '../http/request-context.ts'

/** The result of counting one request against the limit of its key. */
interface Quota {
  readonly decision: Decision
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
    decision,
    headers: rateLimitHeaders(family, decision),
    refusal: decision.ok ? undefined : rateLimited(family, decision),
  }
}

/** Counts a request with a list as more than one, by the entries of its body (D-70). Returns the request with the headers of that
 * decision, or its refusal; what is wrong with the body is for the service to say. */
export async function countItems(
  limiter: Limiter,
  keyName: string,
  { endpoint, context, decision }: { endpoint: Endpoint; context: RequestContext; decision: Decision },
  body: Buffer | null,
): Promise<{ context: RequestContext; refusal: ApiError | undefined }> {
  const more = requestsOfItems(endpoint, context.request.headers['content-type'], body)
  const family = endpoint.limit ?? 'employer'
  if (more === 0) return { context, refusal: undefined }
  const counted = await limiter.takeMore(keyName, family, more, decision)
  const headers = rateLimitHeaders(family, counted)
  return {
    context: replaceHeaders(context, headers),
    refusal: counted.ok ? undefined : tooFewLeft(family, counted, more + 1),
  }
}

function requestsOfItems(
  { countedItems }: Endpoint,
  contentType: string | undefined,
  body: Buffer | null,
): number {
  if (countedItems === undefined || body === null) return 0
  try {
    const items = (parseBody(contentType, body) as Record<string, unknown> | null)?.[countedItems]
    if (!Array.isArray(items) || items.length > MAX_BULK_ITEMS) return 0
    return Math.ceil(items.length / BULK_ITEMS_PER_REQUEST)
  } catch {
    return 0
  }
}

function tooFewLeft(family: LimitFamily, { remaining, retryAfterMs }: Decision, count: number): ApiError {
  const seconds = Math.max(1, wholeSeconds(retryAfterMs))
  const message = `This request counts as ${count} ${family} requests, and ${remaining} more are left of the ${requestsPerMinute[family]} of a minute; nothing was done. Try again in ${seconds} s, or with fewer ids.`
  return new ApiError('rate_limited', message, { headers: { 'Retry-After': String(seconds) } })
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
