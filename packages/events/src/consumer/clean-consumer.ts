import type { Db } from '@jobboard/db/db'
import type { Log } from '../log.ts'
import { inBatches } from '../retention.ts'

/** Days that rows of a consumer are kept. */
export interface ConsumerRetention {
  /** More than the 14 days of the streams and outboxes: a redelivered event would take effect again. */
  inboxDays: number
  deadLetterDays: number
}

export const CONSUMER_RETENTION: ConsumerRetention = { inboxDays: 30, deadLetterDays: 90 }

const BATCH_ROWS = 5_000

/** Deletes old inbox rows and dead letters of a consumer, in batches; events that wait for a retry never. Returns the
 * numbers of rows, and logs that of dead letters. */
export async function cleanConsumer(
  db: Db,
  consumer: string,
  { inboxDays, deadLetterDays }: ConsumerRetention,
  log: Log,
): Promise<{ inbox: number; deadLetters: number }> {
  // Rows without an event come from a version that kept waiting events on the stream.
  await db.sql`
    delete from event_attempt
    where consumer = ${consumer} and due_at is null and last_at < now() - make_interval(days => ${inboxDays})`
  const inbox = await inBatches(
    BATCH_ROWS,
    () => db.sql`
      delete from inbox where ctid = any(array(
        select ctid from inbox
        where consumer = ${consumer} and received_at < now() - make_interval(days => ${inboxDays})
        limit ${BATCH_ROWS}))
      returning 1`,
  )
  const deadLetters = await inBatches(
    BATCH_ROWS,
    () => db.sql`
      delete from dead_letter where id = any(array(
        select id from dead_letter
        where consumer = ${consumer} and parked_at < now() - make_interval(days => ${deadLetterDays})
        limit ${BATCH_ROWS}))
      returning 1`,
  )
  if (deadLetters > 0) {
    log.warn(
      { consumer, deadLetters, deadLetterDays },
      'old dead letters deleted: their events never take effect',
    )
  }
  return { inbox, deadLetters }
}
