import { advanceClock } from '@jobboard/contracts/endpoints/clock'
import { notFound, unavailable } from '@jobboard/contracts/error'
import { recordAudit } from '@jobboard/contracts/internal/audit'
import { MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import { validationError } from '@jobboard/service/http/error-response'
import { parseBody } from '@jobboard/service/http/media-type'
import { sendJson } from '../http/answer.ts'
import { readBody } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import { operator } from '../keys/passports.ts'
import type { Parts } from '../parts.ts'
import { moveService, moveServiceFrom } from './replicas.ts'

// Each time another move has got ahead.
const TRIES = 50

/** Moves every replica of every service, then its own clock, which other gateways follow; 404 without `TEST_CLOCK`. Moves
 * made at once, on one gateway or several, add up (P-39). Throws unavailable naming the service that did not move: the same
 * call may be repeated then and does not move the others twice. */
export async function advanceEverywhere(parts: Parts, exchange: Exchange): Promise<void> {
  if (!parts.env.TEST_CLOCK) throw notFound()
  exchange.acceptBody()
  const bytes = await readBody(exchange.request, MAX_BODY_BYTES)
  const parsed = advanceClock.body!.safeParse(parseBody(exchange.request.headers['content-type'], bytes))
  if (!parsed.success) throw validationError(parsed.error, 'body')
  // Whole milliseconds: a database cannot hold the smallest fractions.
  const byMs = Math.round(parsed.data.seconds * 1_000)
  for (let left = TRIES; !(await moveAll(parts, exchange.requestId, byMs)); left--) {
    if (left === 1) throw unavailable('The clock, which many move at the same time,')
  }
  sendJson(exchange, advanceClock.status, { now: parts.clock.now().toISOString() })
}

/** False when another one moved the clock meanwhile. The first service decides, and moves last: a move that fails before
 * that has not been made. */
async function moveAll(parts: Parts, requestId: string, byMs: number): Promise<boolean> {
  const [first, ...others] = parts.env.SERVICES
  const fromMs = await moveService(parts, first!, 0)
  const offsetMs = Math.max(fromMs, parts.clock.offsetMs) + byMs
  await Promise.all(others.map((name) => moveService(parts, name, offsetMs)))
  if (!(await moveServiceFrom(parts, first!, fromMs, offsetMs))) return false
  parts.clock.advanceTo(offsetMs)
  await parts.clockFollowing.told()
  if (byMs > 0) await tellAudit(parts, requestId, fromMs, offsetMs)
  return true
}

function tellAudit({ call }: Parts, requestId: string, before: number, after: number): Promise<unknown> {
  const change = { before: { offsetMs: before }, after: { offsetMs: after } }
  const body = { actor: operator.actor, action: advanceClock.name, object: 'clock', ...change }
  return call(recordAudit, { body }, { requestId })
}
