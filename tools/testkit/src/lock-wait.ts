import type { Sql } from '@jobboard/db/sql'
import { eventually } from './eventually.ts'

/** Resolves when a statement of this database waits for a lock that another transaction holds. `sql` is not of a
 * transaction, in which `pg_stat_activity` stays as it was first read. */
export function lockWait(sql: Sql): Promise<unknown> {
  return eventually('a statement waits for a lock', async () => {
    const waiting = await sql`
      select from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
    return waiting.length > 0
  })
}
