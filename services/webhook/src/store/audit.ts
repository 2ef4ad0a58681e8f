import { randomUUID } from 'node:crypto'
import { auditRecorded } from '@jobboard/contracts/events/audit'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import type { Caller } from '@jobboard/service/auth/caller'

/** Who does something, when, in which request: an action's context. */
export interface By {
  caller: Caller
  requestId: string
  now: Date
}

/** What was done; `before` and `after` never carry a secret. */
export interface Change {
  action: string
  object: string
  before: unknown
  after: unknown
}

const recorded = auditRecorded('webhook')

/** Tells accounts, which keeps the audit rows (Admin API), in the transaction of the change. */
export async function saveAudit(sql: Tx, { caller, requestId, now }: By, change: Change): Promise<void> {
  const actor = caller.kind === 'admin' ? caller.actor : caller.kind
  await appendEvent(sql, recorded, {
    aggregateId: randomUUID(),
    aggregateVersion: 1,
    occurredAt: now,
    data: { actor, ...change, requestId, at: now.toISOString() },
  })
}
