import type pg from 'pg'

/** A table and the columns that are stored: generated ones are computed again. */
export interface Table {
  name: string
  columns: string[]
}

/** The tables of the current schema, by name. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  return rows
}

/** A sequence and the last number that it gave out; null before the first. */
export interface Sequence {
  name: string
  last: string | null
}

/** The sequences of the current schema, by name. */
export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select sequencename::text as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() order by sequencename`)
  return rows
}

/** Names as SQL: `"outbox"`. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ')
}
