import type { Endpoint } from '@jobboard/contracts/endpoint'
import { ApiError, notFound } from '@jobboard/contracts/error'
import type { KeyRecord } from '@jobboard/contracts/internal/keys'
import { hashOf, keyPrefix } from '@jobboard/service/auth/api-key'
import { sendUnauthorized, wrongMethod } from '../http/answer.ts'
import { type Exchange, nameOf } from '../http/exchange.ts'
import { rateLimited, rateLimitHeaders } from '../http/rate-limit-headers.ts'
import type { Router } from '../http/router.ts'
import { presentedKey } from '../keys/presented-key.ts'
import type { Parts } from '../parts.ts'
import { onward } from './onward.ts'

/** Lets a request in by its API key: route, 401, 429, 405, 403, then the service's own checks (D-13).
 * A route that does not exist is 404 without a key: the list of routes is public, and a wrong URL is no key problem. */
export async function publicDoor(parts: Parts, router: Router, exchange: Exchange): Promise<void> {
  const { method = '' } = exchange.request
  const match = router.find(method, exchange.target.segments)
  if (!match) throw notFound()
  const { endpoint, nearest } = match
  exchange.route = nearest.path
  exchange.problemNotFound = nearest.problemNotFound ?? false

  const key = await authenticate(parts, exchange, nearest)
  if (!key) return sendUnauthorized(exchange)
  exchange.key = key

  const family = nearest.limit ?? 'employer'
  const decision = await parts.limiter.take(nameOf(key), family)
  exchange.headers.push(...rateLimitHeaders(family, decision))
  if (!decision.ok) throw rateLimited(family, decision)

  if (!endpoint) throw wrongMethod(method, match.allow)
  const missing = endpoint.scopes?.filter((scope) => !key.scopes.includes(scope)) ?? []
  if (missing.length > 0) {
    throw new ApiError('insufficient_scope', `This key lacks the scope ${missing.join(' and ')}.`)
  }
  if (match.isNoObject) throw notFound()

  exchange.onAnswer = (status) => {
    if (isSuccess(status)) parts.keyUses.add(key, parts.clock.now().getTime())
  }
  await onward(parts, exchange, endpoint, parts.passports.ofKey(key))
}

// Spec §5: unknown, revoked, expired, not approved, and the other kind of key (D-12) look the same from outside.
async function authenticate(
  parts: Parts,
  exchange: Exchange,
  endpoint: Endpoint,
): Promise<KeyRecord | undefined> {
  const text = presentedKey(exchange.request)
  if (text === undefined) return undefined
  const key = await parts.identify(hashOf(text))
  if (key?.status !== 'Active' || !text.startsWith(keyPrefix[key.kind])) return undefined
  if (key.expiresAtMs !== null && parts.clock.now().getTime() >= key.expiresAtMs) return undefined
  return endpoint.keys?.includes(key.kind) ? key : undefined
}

function isSuccess(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304
}
