import type { Db } from '@jobboard/db/db'

/** Days that published events stay for replays. Inbox rows must outlive them and the streams. */
export const OUTBOX_DAYS = 14
const BATCH_ROWS = 5_000

const CLEANUP_INTERVAL_MS = 3_600_000

/** A cleanup of old rows that does nothing until an hour after the last one. */
export function openCleanup(db: Db): () => Promise<void> {
  let cleanAt = performance.now() + CLEANUP_INTERVAL_MS
  return async () => {
    if (performance.now() < cleanAt) return
    cleanAt = performance.now() + CLEANUP_INTERVAL_MS
    await cleanOutbox(db)
    await cleanBudgets(db)
  }
}

/** Deletes events that were published more than 14 days ago. Returns how many. */
export function cleanOutbox(db: Db): Promise<number> {
  // Reads only the oldest ids, so that it needs no index on published_at.
  return inBatches(
    BATCH_ROWS,
    () => db.sql`
      delete from outbox where id in (
        select id from (select id, published_at from outbox order by id limit ${BATCH_ROWS}) as oldest
        where published_at < now() - make_interval(days => ${OUTBOX_DAYS}))
      returning 1`,
  )
}

/** Days that byte budgets stay after their UTC day, for operators who look at them. */
const BUDGET_DAYS = 7

/** Deletes the byte budgets of days more than a week ago. Returns how many. */
export function cleanBudgets(db: Db): Promise<number> {
  return inBatches(
    BATCH_ROWS,
    () => db.sql`
      delete from byte_budget where ctid = any(array(
        select ctid from byte_budget where day < (now() at time zone 'UTC')::date - ${BUDGET_DAYS}::int
        limit ${BATCH_ROWS}))
      returning 1`,
  )
}

/** Repeats a delete of at most `batchRows` rows until nothing is left. Returns the number of rows. */
export async function inBatches(batchRows: number, deleteBatch: () => Promise<unknown[]>): Promise<number> {
  let total = 0
  for (;;) {
    const { length } = await deleteBatch()
    total += length
    if (length < batchRows) return total
  }
}
