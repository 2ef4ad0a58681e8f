import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type MigrationSource, migrate } from '@jobboard/db/migrate'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { checkLedger, connect, withConnections } from '../database/connect.ts'
import type { DatabaseUrls } from '../database/database-urls.ts'
import { root } from '../files.ts'
import {
  listSequences,
  listTables,
  type Manifest,
  quoted,
  readManifest,
  type StoredDatabase,
} from './manifest.ts'

/** What `restoreBackup` restores from and to. */
export interface RestoreOptions {
  urls: DatabaseUrls
  /** The database of the portal, which is no part of a backup; there may be none. */
  portalUrl: string
  folder: string
  /** Deletes what the databases have. */
  replace: boolean
  log(line: string): void
  /** Runs when every row is loaded, before the first commit. */
  beforeCommit(): Promise<void>
}

/** Restores all databases. Changes nothing unless the whole backup is readable, the services are stopped and the
 * databases are empty or may be replaced; the rows of all databases are committed at the end. Returns the moment that
 * the backup shows. */
export async function restoreBackup(options: RestoreOptions): Promise<string> {
  const { urls, portalUrl, folder, replace, log } = options
  const manifest = readManifest(folder)
  const absent = [...urls.keys()].filter((name) => !manifest.databases[name])
  if (absent.length > 0) throw new Error(`the backup has no database of ${absent.join(', ')}`)
  await checkFiles(folder, manifest)
  return withConnections(urls, async (clients) => {
    const portal = await openPortalDatabase(portalUrl)
    try {
      for (const [name, client] of clients) await checkUnused(name, client)
      if (portal) await checkUnused('portal', portal)
      if (!replace) for (const [name, client] of clients) await checkEmpty(name, client)
      for (const [name, client] of clients) {
        const stored = manifest.databases[name]!
        await client.query(RECREATE_SCHEMA)
        await createTables(name, client, urls.get(name)!, stored)
        log(`${name}: ${await loadDatabase(name, client, stored, folder)} rows`)
        if (stored.tables.some((table) => table.name === 'credit_entry')) await checkLedger(name, client)
      }
      if (portal) await emptyPortal(portal)
      await options.beforeCommit()
      // First: no session may meet the restored accounts.
      await portal?.query('commit')
      for (const client of clients.values()) await client.query('commit')
      for (const client of clients.values()) await client.query('analyze')
      return manifest.takenAt
    } finally {
      await portal?.end().catch(() => {})
    }
  })
}

const RECREATE_SCHEMA = `drop schema if exists public cascade; create schema public authorization pg_database_owner;
  grant usage on schema public to public`

async function checkUnused(name: string, client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select count(*)::int as sessions from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`)
  const { sessions } = rows[0]
  if (sessions === 0) return
  throw new Error(
    `${name} is running: ${sessions} sessions use its database. Stop every service, the gateway and the portal first: docker compose stop gateway portal accounts jobs pipeline candidate search webhook`,
  )
}

async function checkEmpty(name: string, client: pg.Client): Promise<void> {
  if ((await listTables(client)).length === 0) return
  throw new Error(
    `the database of ${name} has tables. Restore into empty databases, or delete what they have with --replace`,
  )
}

/** Compares every file of a backup with its list. Throws the first that is missing or was changed. */
async function checkFiles(folder: string, manifest: Manifest): Promise<void> {
  for (const { tables } of Object.values(manifest.databases)) {
    for (const { file, sha256 } of tables) {
      const hash = createHash('sha256')
      await pipeline(createReadStream(join(folder, file)), hash).catch((error: Error) => {
        throw new Error(`the backup is damaged: ${file} cannot be read: ${error.message}`)
      })
      if (hash.digest('hex') !== sha256)
        throw new Error(`the backup is damaged: ${file} is not the file that was written`)
    }
  }
}

/** Packages that have migrations; every other source is a service. */
const PACKAGES = new Set(['events', 'service', 'ledger'])

/** Creates the tables as they were at the backup: with the migrations that its database had, owned by the owner of the
 * database. The services apply the newer ones when they start. */
async function createTables(
  name: string,
  client: pg.Client,
  url: string,
  { migrations }: StoredDatabase,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'jobboard-restore-'))
  try {
    const sources = new Map<string, MigrationSource>()
    for (const { source, name: file } of migrations) {
      if (!sources.has(source)) {
        sources.set(source, { name: source, folder: await mkdtemp(join(folder, `${source}-`)) })
      }
      await copyFile(join(folderOf(source), file), join(sources.get(source)!.folder, file)).catch(() => {
        throw new Error(
          `the backup of ${name} has the migration ${source}/${file}, which this release does not have: restore it with the release that wrote it, or a newer one`,
        )
      })
    }
    await migrate(await asOwner(client, url), [...sources.values()])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function folderOf(source: string): string {
  return join(root, PACKAGES.has(source) ? 'packages' : 'services', source, 'migrations')
}

async function asOwner(client: pg.Client, url: string): Promise<string> {
  const { rows } = await client.query(
    'select pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()',
  )
  const changed = new URL(url)
  changed.searchParams.set('options', `-c role=${rows[0].owner}`)
  return changed.href
}

/** Ids that were given out after the backup are never given out again, nor positions of event feeds. */
const SEQUENCE_GAP = 1_000_000

/** Loads the rows of a database into its empty tables, in a transaction that the caller commits. Returns how many. */
async function loadDatabase(
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

/** What a restore leaves in the database of the portal. A one-time link that was used must not work again; which ones were
 * is true whatever moment the other databases show. */
const KEPT = ['migration', 'used_link']

const INVALID_CATALOG_NAME = '3D000'

/** Opens the database of the portal; undefined for an installation that has none. */
export async function openPortalDatabase(url: string): Promise<pg.Client | undefined> {
  try {
    return await connect('portal', url)
  } catch (error) {
    const { code } = (error as Error).cause as { code?: string }
    if (code === INVALID_CATALOG_NAME) return undefined
    throw error
  }
}

/** Ends all sessions and forgets all sign-ins, in the transaction that the caller commits: they may be of persons
 * that the restored accounts database does not have, or has otherwise. */
async function emptyPortal(client: pg.Client): Promise<void> {
  const names = (await listTables(client)).map(({ name }) => name).filter((name) => !KEPT.includes(name))
  await client.query('begin')
  if (names.length > 0) await client.query(`truncate ${quoted(names)}`)
}
