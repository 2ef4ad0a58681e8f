import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MigrationSource, migrate } from '@jobboard/db/migrate'
import type pg from 'pg'
import { root } from '../checkout.ts'
import type { StoredDatabase } from './manifest.ts'

/** Packages that have migrations; every other source is a service. */
const PACKAGES = new Set(['events', 'service', 'ledger'])

/** Creates the tables as they were at the backup: with the migrations that its database had, owned by the owner of the
 * database. The services apply the newer ones when they start. */
export async function createTables(
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
