import type { Db } from '@jobboard/db/db'
import { identifier } from '@jobboard/db/sql'
import { eventually } from './eventually.ts'

/** Row count and hash of every table and the last value of every sequence of a service's database, once the relay has
 * marked all events as published. Equal states: nothing was stored between them, and no id was taken by a transaction that rolled back.
 * Leaves out `timerTables`, which timers write at any time. */
export async function databaseState(
  { sql }: Db,
  timerTables: string[] = [],
): Promise<Record<string, string>> {
  await eventually('all events are published', async () => {
    const [row] = await sql<{ open: number }>`select count(*) as open from outbox where published_at is null`
    return row!.open === 0
  })
  const state: Record<string, string> = {}
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`
  for (const { name } of tables) {
    if (timerTables.includes(name)) continue
    const [row] = await sql<{ rows: number; hash: string | null }>`
      select count(*) as rows, md5(string_agg(one::text, E'\n' order by one::text)) as hash
      from ${identifier(name)} as one`
    state[name] = `${row!.rows} rows ${row!.hash}`
  }
  const sequences = await sql<{ name: string; last: number | null }>`
    select sequencename as name, last_value as last from pg_sequences where schemaname = current_schema() order by 1`
  for (const { name, last } of sequences) state[name] = String(last)
  return state
}
