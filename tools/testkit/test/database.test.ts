import { service as candidate } from '@jobboard/candidate/service'
import { openConnection } from '@jobboard/db/connections'
import { openLog } from '@jobboard/service/lifecycle/log'
import { migrateWhenUp } from '@jobboard/service/runtime/migrate-when-up'
import { expect, test } from 'vitest'
import { openDatabase, openMigratedDatabase } from '../src/database.ts'

async function query(url: string, statement: string): Promise<object[]> {
  const client = await openConnection(url, 30_000)
  return (await client.query(statement).finally(() => client.end())).rows
}

/** Every column, index, constraint and function of the database, and its applied migrations. */
const structure = async (url: string) => ({
  columns: await query(
    url,
    `select table_name, column_name, data_type, is_nullable, column_default
     from information_schema.columns where table_schema = 'public' order by 1, 2`,
  ),
  indexes: await query(url, `select indexdef from pg_indexes where schemaname = 'public' order by 1`),
  constraints: await query(
    url,
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
  ),
  functions: await query(
    url,
    `select pg_get_functiondef(oid) as definition from pg_proc
     where pronamespace = 'public'::regnamespace and prokind = 'f' order by 1`,
  ),
  migrations: await query(url, 'select source, name from migration order by 1, 2'),
})

test('a copied database has the structure that the migrations make', async () => {
  const [copy, migrated] = [await openMigratedDatabase(candidate.migrations), await openDatabase()]
  await migrateWhenUp(migrated.url, candidate.migrations, openLog('test', 'silent'))
  const expected = await structure(migrated.url)
  expect(expected.columns.length).toBeGreaterThan(50)
  expect(await structure(copy.url)).toEqual(expected)
  await Promise.all([copy.drop(), migrated.drop()])
})

test('what one copy stores is in no other copy, and a dropped one has no sessions left', async () => {
  const [one, other] = await Promise.all([
    openMigratedDatabase(candidate.migrations),
    openMigratedDatabase(candidate.migrations),
  ])
  await query(one.url, `insert into migration (source, name) values ('test', 'only here')`)
  expect(await query(other.url, `select from migration where source = 'test'`)).toEqual([])
  const session = await openConnection(one.url, 30_000)
  const ended = new Promise((resolve) => session.once('error', resolve))
  await one.drop()
  expect(await ended).toMatchObject({ code: '57P01' })
  await other.drop()
})
