import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openConnection } from '@jobboard/db/connections'
import { type Db, openDb } from '@jobboard/db/db'
import { ConnectionError } from '@jobboard/db/failure'
import { type Postgres, startPostgres } from '@jobboard/stack/infra/postgres'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'

let dir: string
let postgres: Postgres
let db: Db
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'jobboard-standby-'))
  const env = { ...process.env, DATABASE_URL: undefined }
  postgres = await startPostgres({ dir, env, log: () => {} })
  db = openDb({ url: postgres.url(), queryTimeoutMs: 1_000 })
  await db.sql`create table written (id integer)`
  await db.sql`create table probe (id integer)`
})
afterAll(async () => {
  await db.close()
  await postgres.stop()
  await rm(dir, { recursive: true, force: true })
})

test('a commit that the synchronous standby does not have is a failure, never a success (P-551)', async () => {
  const admin = await openConnection(postgres.url())
  const standby = async (name: string) => {
    await admin.query(`alter system set synchronous_standby_names = '${name}'`)
    await admin.query('select pg_reload_conf()')
  }
  await standby('away')
  const probe = () => db.tx((sql) => sql`insert into probe values (1)`)
  await eventually('commits wait for the standby', () =>
    probe().then(
      () => false,
      () => true,
    ),
  )
  const callers = Array.from({ length: 8 }, (_, id) =>
    db.tx((sql) => sql`insert into written values (${id})`),
  )
  const results = await Promise.allSettled(callers)
  expect(results.map(({ status }) => status)).toEqual(callers.map(() => 'rejected'))
  for (const result of results)
    expect((result as PromiseRejectedResult).reason).toBeInstanceOf(ConnectionError)
  // No one has seen what may be gone after a failover.
  expect((await admin.query('select * from written')).rows).toEqual([])
  await standby('')
  await admin.end()
})
