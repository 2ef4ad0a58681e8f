import { notFound } from '@jobboard/contracts/error'
import type { AuditAction } from '@jobboard/contracts/operators/events'
import { recordAudit } from '@jobboard/contracts/operators/internal'
import { advanceClock } from '@jobboard/contracts/operators/operations'
import type { GatewayDeps } from '../gateway-deps.ts'
import { operator } from '../keys/caller-tokens.ts'
import type { Admitted } from './admitted.ts'
import { readJson } from './read-json.ts'

/** Moves the business clock of the whole stack (D-55) and records the move in the audit log. Throws
 * not_found without `TEST_CLOCK`, invalid_request, unavailable naming the service that did not move. */
export async function advanceTestClock(
  { env, call, clock, testClock }: GatewayDeps,
  { context }: Admitted,
): Promise<{ now: string }> {
  if (!env.TEST_CLOCK) throw notFound()
  const { seconds } = await readJson(context, advanceClock)
  // Whole milliseconds: Postgres stores no smaller fraction of an offset.
  const byMs = Math.round(seconds * 1_000)
  const { beforeMs, afterMs } = await testClock.advance(byMs)
  if (byMs > 0) {
    const change = { before: { offsetMs: beforeMs }, after: { offsetMs: afterMs } }
    const body = {
      actor: operator.actor,
      action: 'advance-clock' satisfies AuditAction,
      object: 'clock',
      ...change,
    }
    await call(recordAudit, { body }, { requestId: context.requestId })
  }
  return { now: clock.now().toISOString() }
}
