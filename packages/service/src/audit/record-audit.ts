import { randomUUID } from 'node:crypto'
import type { ServiceName } from '@jobboard/contracts/endpoint'
import { AUDITED_CHANGE_BYTES } from '@jobboard/contracts/limits'
import { type AuditAction, auditRecorded } from '@jobboard/contracts/operators/events'
import type { Tx } from '@jobboard/db/sql'
import { chargeBytes } from '@jobboard/events/publisher/byte-budget'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import type { Caller } from '../auth/caller.ts'
import type { AuditEvent, SaveAudit } from '../lifecycle/deps.ts'

/** A change made by an operator, or by an employer with a key. `before` and `after` hold no secret and no personal data: rows outlive an
 * erasure. */
export interface AuditedChange {
  action: AuditAction
  /** Shown as `job 5`; without an id where there is only one, such as the clock. */
  entity: { type: string; id?: number | string }
  before: unknown
  after: unknown
  /** The operator, where the caller is a service that acts for one. */
  actor?: string
  /** Who may read of the change beside the operators: by default the employer of the calling key. */
  employerId?: number | undefined
}

/** The part of an action's context that an audit row needs. */
export interface AuditContext {
  service: { name: ServiceName; saveAudit: SaveAudit }
  caller: Caller
  requestId: string
  now: Date
}

/** Records a change by an operator or a key in the transaction of that change: exactly one row, or none after a rollback.
 * Returns the event, for a response that hands it over. What a key changes counts towards the daily budget of its
 * employer: throws rate_limited when that is used up. */
export async function recordAudit(
  sql: Tx,
  { service, caller, requestId, now }: AuditContext,
  { action, entity, before, after, actor = actorOf(caller), employerId = employerOf(caller) }: AuditedChange,
): Promise<AuditEvent> {
  if (caller.kind === 'recruiter') {
    await chargeBytes(sql, { kind: 'employer', id: caller.employerId }, AUDITED_CHANGE_BYTES, now)
  }
  const object = entity.id === undefined ? entity.type : `${entity.type} ${entity.id}`
  const of = employerId !== undefined && { employerId }
  const data = { actor, action, object, before, after, requestId, ...of, at: now.toISOString() }
  const event = { id: randomUUID(), data }
  await service.saveAudit(sql, service.name, event)
  return event
}

function employerOf(caller: Caller): number | undefined {
  return caller.kind === 'recruiter' ? caller.employerId : undefined
}

/** The name under which the changes of a caller are recorded. */
export function actorOf(caller: Caller): string {
  if (caller.kind === 'admin') return caller.actor
  if (caller.kind !== 'recruiter') return caller.kind
  return caller.keyId === null ? `user ${caller.userId}` : `key ${caller.keyId}`
}

/** Appends the row to the outbox; accounts consumes it. The default of every service but accounts. */
export const publishAudit: SaveAudit = async (sql, service, { id, data }) => {
  const occurredAt = new Date(data.at)
  await appendEvent(sql, auditRecorded(service), {
    id,
    aggregateId: id,
    aggregateVersion: 1,
    occurredAt,
    data,
  })
}
