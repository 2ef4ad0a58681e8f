import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { UpstreamName } from '@jobboard/contracts/services'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { withConnections } from '../database/connect.ts'
import type { DatabaseUrls } from '../database/database-urls.ts'
import {
  listSequences,
  listTables,
  MANIFEST_FILE,
  type Manifest,
  quoted,
  type Sequence,
  type StoredDatabase,
  type StoredTable,
  type Table,
} from './manifest.ts'

type Clients = ReadonlyMap<UpstreamName, pg.Client>

const NOT_INCLUDED = [
  'NATS: services publish again what their outboxes retain',
  'the search index: it is built again from the database of search',
  'the database of the portal: sessions and sign-ins; everybody signs in again',
]

/** Writes a backup of all databases of one moment into `folder`, which must not exist. The folder gets its name when
 * the backup is complete. */
export async function takeBackup(
  urls: DatabaseUrls,
  folder: string,
  log: (line: string) => void,
): Promise<Manifest> {
  const partial = `${folder}.partial`
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  await mkdir(partial, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new Error(`${partial} exists: another backup is running, or one was interrupted. Delete it first`)
  })
  try {
    const manifest = await withConnections(urls, (clients) => dumpAll(urls, clients, partial, log))
    const text = `${JSON.stringify(manifest, null, 2)}\n`
    await writeFile(join(partial, MANIFEST_FILE), text, { flag: 'wx', mode: 0o600, flush: true })
    await rename(partial, folder)
    return manifest
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

async function dumpAll(urls: DatabaseUrls, clients: Clients, folder: string, log: (line: string) => void) {
  const sequences = await takeSnapshots(urls, clients)
  const [first] = clients.values()
  const { rows } = await first!.query('select now() as taken_at')
  const takenAt: string = rows[0].taken_at.toISOString()
  const manifest: Manifest = { format: 1, takenAt, databases: {}, notIncluded: NOT_INCLUDED }
  for (const [name, client] of clients) {
    const stored = await dumpDatabase(name, client, folder)
    manifest.databases[name] = { ...stored, sequences: sequences.get(name)! }
    const rowCount = stored.tables.reduce((sum, table) => sum + table.rows, 0)
    log(`${name}: ${stored.tables.length} tables, ${rowCount} rows`)
  }
  return manifest
}

const GZIP_LEVEL = 1

/** Writes the tables of a database into `folder/name`. Returns what the manifest says about them. */
async function dumpDatabase(
  name: string,
  client: pg.Client,
  folder: string,
): Promise<Omit<StoredDatabase, 'sequences'>> {
  await mkdir(join(folder, name), { mode: 0o700 })
  const version = await client.query('show server_version')
  const { rows: migrations } = await client.query(
    'select source, name from migration order by applied_at, source, name',
  )
  const tables: StoredTable[] = []
  for (const table of await listTables(client)) {
    tables.push(await dumpTable(client, table, folder, `${name}/${table.name}.copy.gz`))
  }
  return { postgresVersion: version.rows[0].server_version, migrations, tables }
}

async function dumpTable(
  client: pg.Client,
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

// Below the 1 s after which Postgres looks for deadlocks: a writer that waits for this command is never cancelled.
const LOCK_TIMEOUT = '800ms'
const ATTEMPTS = 10
const PAUSE_MS = 500

/** Begins a read-only transaction on each connection, all of one moment: writers of all databases wait meanwhile, normally
 * for some milliseconds, or no effect of an event would have its cause. Returns the sequences of that moment. */
function takeSnapshots(urls: DatabaseUrls, readers: Clients): Promise<Map<UpstreamName, Sequence[]>> {
  return withConnections(urls, async (lockers) => {
    await lockWithRetries(lockers)
    const taken = [...readers].map(async ([name, client]) => {
      await client.query('begin isolation level repeatable read read only')
      // The first query of the transaction takes its snapshot. Sequences are not part of it.
      return [name, await listSequences(client)] as const
    })
    return new Map(await Promise.all(taken))
  })
}

async function lockWithRetries(clients: Clients): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const results = await Promise.allSettled([...clients].map(([name, client]) => lockWriters(name, client)))
    const failed = results.find((result) => result.status === 'rejected')
    if (!failed) return
    await Promise.all([...clients.values()].map((client) => client.query('rollback')))
    if (attempt === ATTEMPTS) throw failed.reason
    await sleep(PAUSE_MS * (0.5 + Math.random()))
  }
}

/** Lets writers wait until the transaction ends. Readers continue. */
async function lockWriters(name: UpstreamName, client: pg.Client): Promise<void> {
  const tables = await listTables(client)
  if (tables.length === 0) throw new Error(`the database of ${name} has no tables: start the services once`)
  await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`)
  const { rows } = await client.query(`select has_parameter_privilege('deadlock_timeout', 'set') as may_set`)
  // An autovacuum in the way is cancelled after this time.
  if (rows[0].may_set) await client.query(`set local deadlock_timeout = '100ms'`)
  try {
    await client.query(`lock table ${quoted(tables.map((table) => table.name))} in share mode`)
  } catch (error) {
    throw new Error(`writers of the database of ${name} cannot be paused: ${(error as Error).message}`)
  }
}
