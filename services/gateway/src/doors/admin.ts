import { createHash, timingSafeEqual } from 'node:crypto'
import { notFound } from '@jobboard/contracts/error'
import { sendUnauthorized, wrongMethod } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Router } from '../http/router.ts'
import { operator } from '../keys/passports.ts'
import { bearerToken } from '../keys/presented-key.ts'
import type { Parts } from '../parts.ts'
import { onward } from './onward.ts'

// Looked at once, when the request begins.
const PASSPORT_MS = 60_000

/** Lets an operator in by the admin token, compared in constant time; whatever else comes is 401. */
export async function adminDoor(parts: Parts, router: Router, exchange: Exchange): Promise<void> {
  const { method = '', headers } = exchange.request
  if (!isSame(bearerToken(headers.authorization ?? ''), parts.env.ADMIN_TOKEN))
    return sendUnauthorized(exchange)
  const match = router.find(method, exchange.target.segments)
  if (!match) throw notFound()
  exchange.route = match.nearest.path
  if (!match.endpoint) throw wrongMethod(method, match.allow)
  if (match.isNoObject) throw notFound()
  const passport = parts.passports.ofCaller(operator, PASSPORT_MS)
  await onward(parts, exchange, match.endpoint, passport)
}

// Hashes have one length, so the length of the token doesn't show either.
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
