import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isUnavailable } from '@jobboard/db/failure'
import { type MigrationSource, migrate } from '@jobboard/db/migrate'
import { eventMigrations } from '@jobboard/events/publisher/outbox'
import type { Log } from '../lifecycle/log.ts'

const chassisMigrations: MigrationSource = {
  name: 'service',
  folder: fileURLToPath(new URL('../../migrations', import.meta.url)),
}
const DATABASE_WAIT_MS = 60_000
const RETRY_PAUSE_MS = 500

/** Applies the migrations of `shared`, by default those of events and chassis, and of the service. Waits up to 60 s for an
 * unreachable database or a lock, then throws. */
export async function migrateWhenUp(
  url: string,
  own: MigrationSource[],
  log: Log,
  shared: MigrationSource[] = [eventMigrations, chassisMigrations],
): Promise<void> {
  const deadline = Date.now() + DATABASE_WAIT_MS
  for (;;) {
    try {
      const names = await migrate(url, [...shared, ...own], {
        lockWaitMs: deadline - Date.now(),
        onLockTimeout: (migration) => log.warn({ migration }, 'migration waits for a lock, retrying'),
        onNewer: (migration) => log.warn({ migration }, 'the database is newer than this version'),
      })
      for (const applied of names) log.info({ applied }, 'migrated')
      return
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > deadline) throw error
      log.warn({ err: error }, 'database not available yet, retrying')
      await sleep(RETRY_PAUSE_MS)
    }
  }
}
