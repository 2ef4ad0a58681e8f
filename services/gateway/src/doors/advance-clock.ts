import { advanceClock } from '@jobboard/contracts/endpoints/clock'
import { notFound } from '@jobboard/contracts/error'
import { recordAudit } from '@jobboard/contracts/internal/audit'
import { MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import { validationError } from '@jobboard/service/http/error-response'
import { parseBody } from '@jobboard/service/http/media-type'
import { sendJson } from '../http/answer.ts'
import { readBody } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import { operator } from '../keys/passports.ts'
import type { Parts } from '../parts.ts'

/** Moves the business clock of the whole stack (D-55) and records the move in the audit log (P-36). Throws not_found without
 * `TEST_CLOCK`, invalid_request, unavailable naming the service that did not move. */
export async function advanceTestClock(
  { env, call, clock, testClock }: Parts,
  exchange: Exchange,
): Promise<void> {
  if (!env.TEST_CLOCK) throw notFound()
  exchange.acceptBody()
  const bytes = await readBody(exchange.request, MAX_BODY_BYTES)
  const contentType = exchange.request.headers['content-type']
  const parsed = advanceClock.body!.safeParse(parseBody(contentType, bytes))
  if (!parsed.success) throw validationError(parsed.error, 'body')
  // Whole milliseconds: Postgres stores no smaller fraction of an offset.
  const byMs = Math.round(parsed.data.seconds * 1_000)
  const { beforeMs, afterMs } = await testClock.advance(byMs)
  if (byMs > 0) {
    const change = { before: { offsetMs: beforeMs }, after: { offsetMs: afterMs } }
    const body = { actor: operator.actor, action: advanceClock.name, object: 'clock', ...change }
    await call(recordAudit, { body }, { requestId: exchange.requestId })
  }
  sendJson(exchange, advanceClock.status, { now: clock.now().toISOString() })
}
