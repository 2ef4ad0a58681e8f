import type { Db } from '@jobboard/db/db'
import { describeError } from './describe-error.ts'

/** Counts an attempt before a redelivered event is handled, because the handler can kill the process. Returns
 * the number of the attempt, at least 2: the first delivery stores no row. */
export async function startAttempt(db: Db, consumer: string, eventId: string): Promise<number> {
  const [row] = await db.sql<{ attempts: number }>`
    insert into event_attempt (consumer, event_id, attempts) values (${consumer}, ${eventId}, 2)
    on conflict (consumer, event_id) do update set attempts = event_attempt.attempts + 1, last_at = now()
    returning attempts`
  return row!.attempts
}

/** Stores the error of a failed attempt; returns the number of attempts so far. */
export async function recordFailure(
  db: Db,
  consumer: string,
  eventId: string,
  error: unknown,
): Promise<number> {
  const [row] = await db.sql<{ attempts: number }>`
    insert into event_attempt (consumer, event_id, attempts, error)
    values (${consumer}, ${eventId}, 1, ${describeError(error)})
    on conflict (consumer, event_id) do update set error = excluded.error, last_at = now()
    returning attempts`
  return row!.attempts
}

/** Uncounts a started attempt that an outage ended: the event was not the cause. */
export async function cancelAttempt(db: Db, consumer: string, eventId: string): Promise<void> {
  await db.sql`
    update event_attempt set attempts = attempts - 1
    where consumer = ${consumer} and event_id = ${eventId} and attempts > 0`
}
