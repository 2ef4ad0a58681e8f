import { type Db, openDb } from '@jobboard/db/db'
import { openMigratedDatabase } from '@jobboard/testkit/database'
import { ledgerMigrations } from '../../src/migrations.ts'

/** A database with the ledger tables and those of every service; `drop` removes it. */
export async function openSchema(): Promise<{ db: Db; drop(): Promise<void> }> {
  const database = await openMigratedDatabase([ledgerMigrations])
  const db = openDb({ url: database.url, poolSize: 20 })
  return {
    db,
    async drop() {
      await db.close()
      await database.drop()
    },
  }
}
