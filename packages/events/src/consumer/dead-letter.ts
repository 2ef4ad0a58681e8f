import { ApiError } from '@jobboard/contracts/error'
import type { Event } from '@jobboard/contracts/event'
import type { Db } from '@jobboard/db/db'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { type Consumer, durableName, eventTypeOf } from './consumer.ts'
import { describeError } from './retry-store.ts'

/** An event that a consumer no longer retries, without its payload. */
export interface DeadLetter {
  /** Unique in the database of the service. */
  number: number
  consumer: string
  eventId: string
  subject: string
  aggregateId: string
  aggregateVersion: number
  occurredAt: string
  error: string
  attempts: number
  firstFailedAt: Date
  lastFailedAt: Date
}

const columns = fragment`id as number, consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, error,
  attempts, first_at as first_failed_at, parked_at as last_failed_at`

/** Dead-letters an event. The inbox row commits with the dead letter, so a later delivery is a duplicate and
 * only `retryDeadLetter` handles the event. */
export async function moveToDeadLetters(
  db: Db,
  consumer: string,
  event: Event<string>,
  error: unknown,
  attempts: number,
): Promise<void> {
  await db.tx(async (sql) => {
    const [isNew] = await sql`
      insert into inbox (consumer, event_id) values (${consumer}, ${event.id}) on conflict do nothing returning 1`
    // Otherwise the event took effect meanwhile, by another delivery.
    if (isNew) {
      // The row exists already when the inbox of the consumer was reset.
      await sql`
        insert into dead_letter (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload,
          error, attempts, first_at)
        values (${consumer}, ${event.id}, ${event.subject}, ${event.aggregateId}, ${event.aggregateVersion},
          ${event.occurredAt}, ${event.data.replace(/\0/g, '')}, ${describeError(error)}, ${attempts},
          coalesce((select first_at from event_attempt where consumer = ${consumer} and event_id = ${event.id}), now()))
        on conflict (consumer, event_id) do update
          set error = excluded.error, attempts = excluded.attempts, parked_at = excluded.parked_at`
    }
    await sql`delete from event_attempt where consumer = ${consumer} and event_id = ${event.id}`
  })
}

/** The dead letters of this database, newest first, and their total number. */
export async function listDeadLetters(
  sql: Sql,
  { skip, take }: { skip: number; take: number },
): Promise<{ total: number; items: DeadLetter[] }> {
  const [counted] = await sql<{ total: number }>`select count(*) as total from dead_letter`
  const items = await sql<DeadLetter>`
    select ${columns}
    from dead_letter order by parked_at desc, id desc offset ${skip} limit ${take}`
  return { total: counted!.total, items }
}

/** A dead letter; undefined when there is none with this number. */
export async function findDeadLetter(sql: Sql, number: number): Promise<DeadLetter | undefined> {
  const [letter] = await sql<DeadLetter>`
    select ${columns}
    from dead_letter where id = ${number}`
  return letter
}

/** Deletes a dead letter; its inbox row stays, so the event never takes effect. Undefined when there is none. */
export async function deleteDeadLetter(sql: Tx, number: number): Promise<DeadLetter | undefined> {
  const [letter] = await sql<DeadLetter>`
    delete from dead_letter where id = ${number}
    returning ${columns}`
  return letter
}

/** Handles a dead letter and deletes it, in the caller's transaction. Returns false when there is none. Throws what
 * the handler throws: roll back then, so that the dead letter stays. */
export async function retryDeadLetter(
  sql: Tx,
  service: string,
  consumers: readonly Consumer[],
  number: number,
): Promise<boolean> {
  // The delete locks the row: of two parallel retries, the second finds nothing.
  const [row] = await sql<Event<string> & { consumer: string }>`
    delete from dead_letter where id = ${number}
    returning consumer, event_id as id, subject, aggregate_id, aggregate_version, occurred_at, payload as data`
  if (!row) return false
  const { consumer: durable, ...event } = row
  const consumer = consumers.find((one) => durableName(service, one) === durable)
  if (!consumer) throw new ApiError('invalid_state', `this version has no consumer ${durable}`)
  const data: unknown = eventTypeOf(consumer, event.subject).data.parse(JSON.parse(event.data))
  await consumer.handle(sql, { ...event, data })
  return true
}

/** Stores that a retry failed. Returns the dead letter as it is now; undefined when there is none. */
export async function recordFailedRetry(
  sql: Tx,
  number: number,
  error: unknown,
): Promise<DeadLetter | undefined> {
  await sql`
    update dead_letter set attempts = attempts + 1, error = ${describeError(error)}, parked_at = now()
    where id = ${number}`
  return findDeadLetter(sql, number)
}
