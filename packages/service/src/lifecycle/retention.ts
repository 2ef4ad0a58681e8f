import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '@jobboard/db/sql'
import type { Timer } from './deps.ts'
import type { BaseEnv } from './env.ts'

/** A timer that deletes the rows that are older than `days` by the business clock, one table after the other. Each
 * delete takes at most `limit` rows from before a moment and returns those it deleted. */
export function retentionTimer<Env extends BaseEnv>(
  name: string,
  days: (env: Env) => number,
  deletes: ((sql: Sql, before: Date, limit: number) => Promise<unknown[]>)[],
): Timer<Env> {
  return {
    name,
    everyMs: RETENTION_INTERVAL_MS,
    async run({ db, clock, env }) {
      const before = daysBefore(clock.now(), days(env))
      for (const deleteOld of deletes) await deleteInBatches((limit) => deleteOld(db.sql, before, limit))
    },
  }
}

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
