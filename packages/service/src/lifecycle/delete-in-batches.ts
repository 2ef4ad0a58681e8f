import { setTimeout as sleep } from 'node:timers/promises'

const BATCH_ROWS = 1_000
const PAUSE_MS = 50
const MAX_BATCHES = 50

/** Repeats a delete of at most `limit` rows, with pauses for other traffic, until one deletes fewer. Ends after 50 batches:
 * the next run of the timer continues. */
export async function deleteInBatches(deleteBatch: (limit: number) => Promise<unknown[]>): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { length } = await deleteBatch(BATCH_ROWS)
    if (length < BATCH_ROWS) return
    await sleep(PAUSE_MS)
  }
}

/** The moment `days` before `now`. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000)
}

/** How often tables are cleaned, in milliseconds. */
export const RETENTION_INTERVAL_MS = 600_000
