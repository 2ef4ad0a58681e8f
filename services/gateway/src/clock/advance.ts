import { advanceClock } from '@jobboard/contracts/endpoints/clock'
import { notFound } from '@jobboard/contracts/error'
import { recordAudit } from '@jobboard/contracts/internal/audit'
import { MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import { refused } from '@jobboard/service/failure'
import { parseBody } from '@jobboard/service/media'
import { sendJson } from '../http/answer.ts'
import { readBody } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import { operator } from '../keys/passports.ts'
import type { Parts } from '../parts.ts'
import { moveService } from './replicas.ts'

/** Moves every replica of every service, then its own clock, which other gateways follow; 404 without `TEST_CLOCK`. Throws unavailable naming
 * the service that did not move: the same call may be repeated then and does not move the others twice. */
export async function advanceEverywhere(parts: Parts, exchange: Exchange): Promise<void> {
  if (!parts.env.TEST_CLOCK) throw notFound()
  exchange.acceptBody()
  const bytes = await readBody(exchange.request, MAX_BODY_BYTES)
  const parsed = advanceClock.body!.safeParse(parseBody(exchange.request.headers['content-type'], bytes))
  if (!parsed.success) throw refused(parsed.error, 'body')
  await inTurn(async () => {
    const before = parts.clock.offsetMs
    // Whole milliseconds: a database cannot hold the smallest fractions.
    const offsetMs = before + Math.round(parsed.data.seconds * 1_000)
    await Promise.all(parts.env.SERVICES.map((name) => moveService(parts, name, offsetMs)))
    if (offsetMs > before) await tellAudit(parts, exchange.requestId, before, offsetMs)
    parts.clock.moveTo(offsetMs)
    await parts.clockFollowing.told()
  })
  sendJson(exchange, advanceClock.status, { now: parts.clock.now().toISOString() })
}

function tellAudit({ call }: Parts, requestId: string, before: number, after: number): Promise<unknown> {
  const change = { before: { offsetMs: before }, after: { offsetMs: after } }
  const body = { actor: operator.actor, action: advanceClock.name, object: 'clock', ...change }
  return call(recordAudit, { body }, { requestId })
}

// Two moves at once would both start from the same offset and lose one.
let last: Promise<void> = Promise.resolve()
function inTurn(work: () => Promise<void>): Promise<void> {
  const run = last.then(work)
  last = run.catch(() => {})
  return run
}
