import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { to as copyTo } from 'pg-copy-streams'
import type { StoredDatabase, StoredTable } from './manifest.ts'
import type { Snapshot } from './snapshots.ts'
import { listTables, quoted, type Table } from './tables.ts'

const GZIP_LEVEL = 1

/** Writes the tables of a database into `folder/name`. Returns what the manifest says about them. */
export async function dumpDatabase(
  name: string,
  { client, sequences }: Snapshot,
  folder: string,
): Promise<StoredDatabase> {
  await mkdir(join(folder, name), { mode: 0o700 })
  const version = await client.query('show server_version')
  const { rows: migrations } = await client.query(
    'select source, name from migration order by applied_at, source, name',
  )
  const tables: StoredTable[] = []
  for (const table of await listTables(client)) {
    tables.push(await dumpTable(client, table, folder, `${name}/${table.name}.copy.gz`))
  }
  return { postgresVersion: version.rows[0].server_version, migrations, tables, sequences }
}

async function dumpTable(
  client: Snapshot['client'],
  { name, columns }: Table,
  folder: string,
  file: string,
): Promise<StoredTable> {
  const copy = client.query(copyTo(`copy ${quoted([name])} (${quoted(columns)}) to stdout`))
  const hash = createHash('sha256')
  const hashed = new PassThrough().on('data', (chunk: Buffer) => hash.update(chunk))
  const target = createWriteStream(join(folder, file), { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(copy, createGzip({ level: GZIP_LEVEL }), hashed, target)
  return { name, columns, rows: copy.rowCount, file, sha256: hash.digest('hex') }
}
