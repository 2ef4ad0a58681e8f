import type { Event } from '@jobboard/contracts/event'
import type { Db } from '@jobboard/db/db'
import type { Sql, Tx } from '@jobboard/db/sql'
import type { Consumer } from './consumer.ts'
import { durableOf, typeOf } from './inbox.ts'

/** An event that a consumer gave up. */
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
/** Postgres text holds no NUL. */
const NUL = /\0/g

/** Gives an event up: the inbox row and the dead letter commit together, so that it is never handled by the way. */
export async function moveToDeadLetters(
  db: Db,
  consumer: string,
  event: Event<string>,
  error: string,
  attempts: number,
): Promise<void> {
  await db.tx(async (sql) => {
    const [fresh] = await sql`
      insert into inbox (consumer, event_id) values (${consumer}, ${event.id}) on conflict do nothing returning 1`
    // It took effect in the meantime, handed over another way.
    if (fresh) {
      await sql`
        insert into dead_letter
          (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, error, attempts)
        values (${consumer}, ${event.id}, ${event.subject}, ${event.aggregateId}, ${event.aggregateVersion},
          ${event.occurredAt}, ${event.data.replace(NUL, '')}, ${shorten(error)}, ${attempts})`
    }
    await sql`delete from event_attempt where consumer = ${consumer} and event_id = ${event.id}`
  })
}

/** The dead letters of this database, oldest first, at most 1,000; payloads stay in the table. */
export function listDeadLetters(sql: Sql): Promise<DeadLetter[]> {
  return sql<DeadLetter>`
    select consumer, event_id, subject, aggregate_id, error, attempts, parked_at
    from dead_letter order by id limit 1000`
}

/** Handles a dead letter once more; the row goes and the effect comes in one transaction. False when there is none.
 * Throws what the handler throws; the letter then stays. */
export function replayDeadLetter(
  db: Db,
  service: string,
  consumer: Consumer,
  eventId: string,
): Promise<boolean> {
  return db.tx(async (sql: Tx) => {
    // Deleting locks the row: of two replays at once, the second finds nothing.
    const [event] = await sql<Event<string>>`
      delete from dead_letter where consumer = ${durableOf(service, consumer)} and event_id = ${eventId}
      returning event_id as id, subject, aggregate_id, aggregate_version, occurred_at, payload as data`
    if (!event) return false
    const data: unknown = typeOf(consumer, event.subject).data.parse(JSON.parse(event.data))
    await consumer.handle(sql, { ...event, data })
    return true
  })
}

export function shorten(error: unknown): string {
  return String(error).replace(NUL, '').slice(0, MAX_ERROR_LENGTH)
}
