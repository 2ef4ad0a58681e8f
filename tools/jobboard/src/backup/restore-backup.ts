import type { UpstreamName } from '@jobboard/contracts/services'
import type pg from 'pg'
import { connect } from '../database/connect.ts'
import type { DatabaseUrls } from '../database/database-urls.ts'
import { checkLedger } from '../database/ledger.ts'
import { checkFiles } from './check-files.ts'
import { createTables } from './create-tables.ts'
import { emptyPortal, openPortalDatabase } from './empty-portal.ts'
import { loadDatabase } from './load.ts'
import { readManifest } from './manifest.ts'
import { endAll } from './snapshots.ts'
import { listTables } from './tables.ts'

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
  const clients = new Map<UpstreamName, pg.Client>()
  let portal: pg.Client | undefined
  try {
    for (const [name, url] of urls) clients.set(name, await connect(name, url))
    portal = await openPortalDatabase(portalUrl)
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
    await endAll([...clients.values(), ...(portal ? [portal] : [])])
  }
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
