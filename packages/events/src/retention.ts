import type { Db } from '@jobboard/db/db'

/** Published events are kept for replays, inbox rows for longer than any replay or stream reaches back. */
const OUTBOX_DAYS = 14
const INBOX_DAYS = 30
const BATCH = 5_000

/** Removes events that were published more than 14 days ago. Returns how many. */
export function cleanOutbox(db: Db): Promise<number> {
  // Oldest ids first and no further: needs no index on published_at.
  return inBatches(
    () => db.sql`
      delete from outbox where id in (
        select id from (select id, published_at from outbox order by id limit ${BATCH}) as oldest
        where published_at < now() - make_interval(days => ${OUTBOX_DAYS}))
      returning 1`,
  )
}

/** Removes a consumer's inbox rows and stale attempts that are older than 30 days. Returns how many inbox rows. */
export async function cleanInbox(db: Db, consumer: string): Promise<number> {
  await db.sql`
    delete from event_attempt
    where consumer = ${consumer} and last_at < now() - make_interval(days => ${INBOX_DAYS})`
  return inBatches(
    () => db.sql`
      delete from inbox where ctid = any(array(
        select ctid from inbox
        where consumer = ${consumer} and received_at < now() - make_interval(days => ${INBOX_DAYS})
        limit ${BATCH}))
      returning 1`,
  )
}

async function inBatches(remove: () => Promise<unknown[]>): Promise<number> {
  let total = 0
  for (;;) {
    const { length } = await remove()
    total += length
    if (length < BATCH) return total
  }
}
