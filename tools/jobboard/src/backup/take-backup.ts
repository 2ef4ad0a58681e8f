import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DatabaseUrls } from '../database/database-urls.ts'
import { dumpDatabase } from './dump.ts'
import { MANIFEST_FILE, type Manifest } from './manifest.ts'
import { endAll, openSnapshots } from './snapshots.ts'

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
    const snapshots = await openSnapshots(urls)
    try {
      const [first] = snapshots.values()
      const { rows } = await first!.client.query('select now() as taken_at')
      const manifest: Manifest = {
        format: 1,
        takenAt: rows[0].taken_at.toISOString(),
        databases: {},
        notIncluded: NOT_INCLUDED,
      }
      for (const [name, snapshot] of snapshots) {
        const stored = await dumpDatabase(name, snapshot, partial)
        manifest.databases[name] = stored
        const rowCount = stored.tables.reduce((sum, table) => sum + table.rows, 0)
        log(`${name}: ${stored.tables.length} tables, ${rowCount} rows`)
      }
      const text = `${JSON.stringify(manifest, null, 2)}\n`
      await writeFile(join(partial, MANIFEST_FILE), text, { flag: 'wx', mode: 0o600, flush: true })
      await rename(partial, folder)
      return manifest
    } finally {
      await endAll([...snapshots.values()].map(({ client }) => client))
    }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}
