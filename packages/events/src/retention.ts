import type { Db } from '@jobboard/db/db'

/** Days that published events stay for replays. Inbox rows must outlive them and the streams. */
export const OUTBOX_DAYS = 14
const INBOX_DAYS = 30
const BATCH_ROWS = 5_000

/** Deletes events that were published more than 14 days ago. Returns how many. */
export function cleanOutbox(db: Db): Promise<number> {
  // Reads only the oldest ids, so that it needs no index on published_at.
  return inBatches(
    () => db.sql`
      delete from outbox where id in (
        select id from (select id, published_at from outbox order by id limit ${BATCH_ROWS}) as oldest
        where published_at < now() - make_interval(days => ${OUTBOX_DAYS}))
      returning 1`,
  )
}

/** Deletes inbox rows and attempts of a consumer older than 30 days. Returns the number of inbox rows. */
export async function cleanInbox(db: Db, consumer: string): Promise<number> {
  await db.sql`
    delete from event_attempt
    where consumer = ${consumer} and last_at < now() - make_interval(days => ${INBOX_DAYS})`
  return inBatches(
    () => db.sql`
      delete from inbox where ctid = any(array(
        select ctid from inbox
        where consumer = ${consumer} and received_at < now() - make_interval(days => ${INBOX_DAYS})
        limit ${BATCH_ROWS}))
      returning 1`,
  )
}

async function inBatches(deleteBatch: () => Promise<unknown[]>): Promise<number> {
  let total = 0
  for (;;) {
    const { length } = await deleteBatch()
    total += length
    if (length < BATCH_ROWS) return total
  }
}
