import type { Sql } from '@jobboard/db/sql'
import { eventually } from './eventually.ts'

/** Waits until a statement of this database waits for a lock, of a row or a transaction too; with `table`, one that names
 * that table. `sql` is not of a transaction, in which `pg_stat_activity` stays as it was first read. */
export async function lockWait(sql: Sql, table = ''): Promise<void> {
  await eventually(`a statement ${table && `on ${table} `}waits for a lock`, async () => {
    const waiting = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${table}%`}`
    return waiting.length > 0
  })
}
