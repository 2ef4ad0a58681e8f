import type { DataOf } from '@jobboard/contracts/event'
import type { auditRecorded } from '@jobboard/contracts/events/audit'

/** What an operator did. `before` and `after` carry no personal data: an audit row outlives an erasure. */
export function toAudit(
  by: { actor: string; requestId: string; now: Date },
  action: string,
  object: string,
  change: { before: unknown; after: unknown },
): DataOf<ReturnType<typeof auditRecorded>> {
  const { actor, requestId, now } = by
  return { actor, action, object, ...change, requestId, at: now.toISOString() }
}
