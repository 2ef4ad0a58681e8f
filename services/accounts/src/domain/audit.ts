import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { DataOf } from '@jobboard/contracts/event'
import type { auditRecorded } from '@jobboard/contracts/events/audit'

/** The operator behind a request. */
interface By {
  caller: { kind: string; actor?: string }
  requestId: string
  now: Date
}

/** The name that an operator's changes carry. */
export function actorOf({ caller }: Pick<By, 'caller'>): string {
  return caller.actor ?? caller.kind
}

/** The audit row of a change made here. */
export function toAudit(
  by: By,
  action: string,
  object: string,
  { before, after }: { before: unknown; after: unknown },
) {
  const { requestId, now } = by
  return { service: 'accounts', actor: actorOf(by), action, object, before, after, requestId, at: now }
}

/** The audit row of a change made in another service, from the event that tells of it. */
export function fromEvent(
  service: ServiceName,
  { id, data }: { id: string; data: DataOf<ReturnType<typeof auditRecorded>> },
) {
  return { ...data, service, at: new Date(data.at), eventId: id }
}
