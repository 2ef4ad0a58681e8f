import type { Db } from '@jobboard/db/db'
import { shorten } from './dead-letter.ts'

/** Records that a redelivered event is tried once more, before it is: a handler that kills the process is counted too.
 * Returns the number of this attempt; the first delivery, which leaves no row, is presumed to have been one. */
export async function startAttempt(db: Db, consumer: string, eventId: string): Promise<number> {
  const [row] = await db.sql<{ attempts: number }>`
    insert into event_attempt (consumer, event_id, attempts) values (${consumer}, ${eventId}, 2)
    on conflict (consumer, event_id) do update set attempts = event_attempt.attempts + 1, last_at = now()
    returning attempts`
  return row!.attempts
}

/** Records how the attempt failed; returns how many there were. */
export async function failAttempt(
  db: Db,
  consumer: string,
  eventId: string,
  error: unknown,
): Promise<number> {
  const [row] = await db.sql<{ attempts: number }>`
    insert into event_attempt (consumer, event_id, attempts, error)
    values (${consumer}, ${eventId}, 1, ${shorten(error)})
    on conflict (consumer, event_id) do update set error = excluded.error, last_at = now()
    returning attempts`
  return row!.attempts
}

/** Takes a started attempt back: what failed was not the event. */
export async function forgiveAttempt(db: Db, consumer: string, eventId: string): Promise<void> {
  await db.sql`
    update event_attempt set attempts = attempts - 1
    where consumer = ${consumer} and event_id = ${eventId} and attempts > 0`
}
