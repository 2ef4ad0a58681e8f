import { type Db, openDb } from '@jobboard/db/db'
import { migrate } from '@jobboard/db/migrate'
import { openDatabase } from '@jobboard/testkit/database'
import { type Bus, type Log, openBus } from '../../src/nats/bus.ts'
import { eventMigrations } from '../../src/publisher/outbox.ts'

export const silentLog: Log = { info() {}, warn() {}, error() {} }

/** A database of its own with the event tables; `drop` removes it. */
export async function openEventSchema(): Promise<{ url: string; db: Db; drop(): Promise<void> }> {
  const { url, drop } = await openDatabase()
  await migrate(url, [eventMigrations])
  const db = openDb({ url })
  return {
    url,
    db,
    async drop() {
      await db.close()
      await drop()
    },
  }
}

/** A connected bus. */
export async function openConnectedBus(url: string): Promise<Bus> {
  const bus = openBus({ url, name: 'test', log: silentLog })
  await bus.ready()
  return bus
}
