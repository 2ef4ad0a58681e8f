import { randomBytes } from 'node:crypto'
import { type Db, openConnection, openDb } from '@jobboard/db/db'
import { migrate } from '@jobboard/db/migrate'
import { ledgerMigrations } from '../src/migrations.ts'

/** A migrated schema of its own; `drop` removes it. Throws without DATABASE_URL. */
export async function openSchema(): Promise<{ db: Db; drop(): Promise<void> }> {
  const base = process.env.DATABASE_URL
  if (!base) throw new Error('These tests need Postgres: set DATABASE_URL to the URL of a superuser.')
  const schema = `ledger_${randomBytes(6).toString('hex')}`
  const run = async (text: string) => {
    const admin = await openConnection(base)
    await admin.query(text)
    await admin.end()
  }
  await run(`create schema ${schema}`)
  const url = `${base}${base.includes('?') ? '&' : '?'}options=-csearch_path%3D${schema}`
  await migrate(url, [ledgerMigrations])
  const db = openDb({ url, poolSize: 20 })
  return {
    db,
    async drop() {
      await db.close()
      await run(`drop schema ${schema} cascade`)
    },
  }
}
