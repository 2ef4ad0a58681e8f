import type { Sql } from '@jobboard/db/sql'
import type { Timer } from './define.ts'
import { daysBefore, deleteInBatches, RETENTION_INTERVAL_MS } from './delete-in-batches.ts'
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
