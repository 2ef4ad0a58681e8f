import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { StoredDatabase } from './manifest.ts'
import { listSequences, listTables, quoted } from './tables.ts'

/** Ids that were given out after the backup are never given out again, nor positions of event feeds. */
const SEQUENCE_GAP = 1_000_000

/** Loads the rows of a database into its empty tables, in a transaction that the caller commits. Returns how many. */
export async function loadDatabase(
  name: string,
  client: pg.Client,
  stored: StoredDatabase,
  folder: string,
): Promise<number> {
  // Neither foreign keys, which the order of the tables would break, nor triggers: the rows are complete as they are.
  await client.query('begin; set local session_replication_role = replica')
  await checkColumns(name, client, stored)
  await client.query(`truncate ${quoted(stored.tables.map((table) => table.name))}`)
  let loaded = 0
  for (const { name: table, columns, file, rows } of stored.tables) {
    const copy = client.query(copyFrom(`copy ${quoted([table])} (${quoted(columns)}) from stdin`))
    await pipeline(createReadStream(join(folder, file)), createGunzip(), copy)
    if (copy.rowCount !== rows)
      throw new Error(`${file} has ${copy.rowCount} rows, but the list of the backup says ${rows}`)
    loaded += rows
  }
  await advanceSequences(client, stored)
  return loaded
}

async function checkColumns(name: string, client: pg.Client, stored: StoredDatabase): Promise<void> {
  const describe = (tables: { name: string; columns: string[] }[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, columns.toSorted()]).sort())
  if (describe(await listTables(client)) === describe(stored.tables)) return
  throw new Error(
    `the tables of ${name} are not those of the backup: restore it with the release that wrote it`,
  )
}

async function advanceSequences(client: pg.Client, { sequences }: StoredDatabase): Promise<void> {
  const stored = new Map(sequences.map(({ name, last }) => [name, last]))
  for (const { name } of await listSequences(client)) {
    const last = stored.get(name) ?? '0'
    await client.query(
      `select setval(format('%I', $1::text)::regclass, least(max_value, $2::bigint + ${SEQUENCE_GAP}))
      from pg_sequences where schemaname = current_schema() and sequencename = $1`,
      [name, last],
    )
  }
}
