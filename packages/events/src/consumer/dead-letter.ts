import type { Event } from '@jobboard/contracts/event'
import type { Db } from '@jobboard/db/db'
import type { Sql, Tx } from '@jobboard/db/sql'
import type { Consumer } from './consumer.ts'
import { durableName, eventTypeOf } from './inbox.ts'

/** An event that a consumer no longer retries. */
export interface DeadLetter {
  consumer: string
  eventId: string
  subject: string
  aggregateId: string
  error: string
  attempts: number
  parkedAt: Date
}

const MAX_ERROR_LENGTH = 2_000
/** Postgres text cannot contain NUL. */
const NUL = /\0/g

/** Dead-letters an event. The inbox row commits with the dead letter, so a later delivery is a duplicate and
 * only `replayDeadLetter` handles the event. */
export async function moveToDeadLetters(
  db: Db,
  consumer: string,
  event: Event<string>,
  error: string,
  attempts: number,
): Promise<void> {
  await db.tx(async (sql) => {
    const [isNew] = await sql`
      insert into inbox (consumer, event_id) values (${consumer}, ${event.id}) on conflict do nothing returning 1`
    // Otherwise the event took effect meanwhile, handed over by HTTP.
    if (isNew) {
      await sql`
        insert into dead_letter
          (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, error, attempts)
        values (${consumer}, ${event.id}, ${event.subject}, ${event.aggregateId}, ${event.aggregateVersion},
          ${event.occurredAt}, ${event.data.replace(NUL, '')}, ${shorten(error)}, ${attempts})`
    }
    await sql`delete from event_attempt where consumer = ${consumer} and event_id = ${event.id}`
  })
}

/** The oldest 1,000 dead letters of this database, without payloads. */
export function listDeadLetters(sql: Sql): Promise<DeadLetter[]> {
  return sql<DeadLetter>`
    select consumer, event_id, subject, aggregate_id, error, attempts, parked_at
    from dead_letter order by id limit 1000`
}

/** Handles a dead letter again and deletes it, in one transaction. Returns false when there is none.
 * Throws what the handler throws; the dead letter then stays. */
export function replayDeadLetter(
  db: Db,
  service: string,
  consumer: Consumer,
  eventId: string,
): Promise<boolean> {
  return db.tx(async (sql: Tx) => {
    // The delete locks the row: of two parallel replays, the second finds nothing.
    const [event] = await sql<Event<string>>`
      delete from dead_letter where consumer = ${durableName(service, consumer)} and event_id = ${eventId}
      returning event_id as id, subject, aggregate_id, aggregate_version, occurred_at, payload as data`
    if (!event) return false
    const data: unknown = eventTypeOf(consumer, event.subject).data.parse(JSON.parse(event.data))
    await consumer.handle(sql, { ...event, data })
    return true
  })
}

/** The text of an error, cut to 2,000 characters and without NUL. */
export function shorten(error: unknown): string {
  return String(error).replace(NUL, '').slice(0, MAX_ERROR_LENGTH)
}
