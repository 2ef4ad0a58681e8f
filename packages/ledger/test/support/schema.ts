import { type Db, openDb } from '@jobboard/db/db'
import { migrate } from '@jobboard/db/migrate'
import { openSchema as openEmptySchema } from '@jobboard/testkit/infra'
import { ledgerMigrations } from '../../src/migrations.ts'

/** A schema with the ledger tables; `drop` removes it. */
export async function openSchema(): Promise<{ db: Db; drop(): Promise<void> }> {
  const schema = await openEmptySchema()
  await migrate(schema.url, [ledgerMigrations])
  const db = openDb({ url: schema.url, poolSize: 20 })
  return {
    db,
    async drop() {
      await db.close()
      await schema.drop()
    },
  }
}
