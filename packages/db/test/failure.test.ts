import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { openDatabase } from '@jobboard/testkit/database'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openConnection } from '../src/connections.ts'
import { type Db, openDb } from '../src/db.ts'
import { ConnectionError, isUnavailable } from '../src/failure.ts'
import { migrate } from '../src/migrate.ts'
import type { Sql } from '../src/sql.ts'

let schema: Awaited<ReturnType<typeof openDatabase>>
let db: Db
beforeAll(async () => {
  schema = await openDatabase()
  db = openDb({ url: schema.url, poolSize: 1, queryTimeoutMs: 1_000 })
})
afterAll(async () => {
  await db.close()
  await schema.drop()
})

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error) => error,
  )

test('the words of a message are no outage', () => {
  const timeoutMs = undefined as unknown as { max: number }
  let thrown: unknown
  try {
    timeoutMs.max
  } catch (error) {
    thrown = error
  }
  expect(isUnavailable(thrown)).toBe(false)
  expect(isUnavailable(new TypeError('timeoutMs: Connection terminated'))).toBe(false)
})

test('a server that accepts a connection and is silent is an outage', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const url = `postgres://127.0.0.1:${(silent.address() as AddressInfo).port}/none`
  const silentDb = openDb({ url, poolSize: 1, queryTimeoutMs: 300 })
  const errors = [
    await failureOf(silentDb.sql`select 1`),
    await failureOf(silentDb.tx(async () => {})),
    await failureOf(openConnection(url, 300)),
  ]
  expect(errors.map((error) => [error.constructor, isUnavailable(error)])).toEqual(
    errors.map(() => [ConnectionError, true]),
  )
  silent.close()
})

test('who migrates tries again after 10 s when a server is silent', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const url = `postgres://127.0.0.1:${(silent.address() as AddressInfo).port}/none`
    const error = failureOf(migrate(url, []))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(isUnavailable(await error)).toBe(true)
  } finally {
    vi.useRealTimers()
    silent.close()
  }
})

test('a pool without a free connection is an outage', async () => {
  const release = Promise.withResolvers<void>()
  const holding = db.tx(() => release.promise)
  const error = await failureOf(db.sql`select 1`)
  release.resolve()
  await holding
  expect([error.code, isUnavailable(error)]).toEqual(['DATABASE_TIMEOUT', true])
})

test('a connection that ends within a transaction is an outage for each later statement of it', async () => {
  const errors: unknown[] = []
  const failing = db.tx(async (sql) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.catch((error) => errors.push(error))
    await sql`select 1`.catch((error) => errors.push(error))
    await sql`select 2`.catch((error) => errors.push(error))
  })
  errors.push(await failureOf(failing))
  expect(errors.map(isUnavailable)).toEqual([true, true, true, true])
})

test('a lock timeout and a statement timeout are outages', async () => {
  await db.sql`create table locked (id integer)`
  const holder = await openConnection(schema.url)
  await holder.query('begin; lock table locked')
  const lockTimeout = await failureOf(
    db.tx(async (sql) => {
      await sql`set local lock_timeout = '50ms'`
      await sql`select 1 from locked`
    }),
  )
  const statementTimeout = await failureOf(db.sql`select 1 from locked`)
  await holder.end()
  expect([lockTimeout.code, statementTimeout.code]).toEqual(['55P03', '57014'])
  expect([lockTimeout, statementTimeout].map(isUnavailable)).toEqual([true, true])
})

test('of statements that were sent together, the failure is that of the first, whichever is rejected first', async () => {
  const failing = db.tx(async (sql) => {
    const first = (async () => {
      await (async () => sql`select 1 / 0`)()
    })()
    await Promise.all([first, sql`select 2`])
  })
  expect(await failureOf(failing)).toMatchObject({ code: '22012' })
})

test('a refused value and a violated constraint are no outages and cost no connection', async () => {
  await db.sql`create table once (id integer primary key)`
  const pid = async () => (await db.sql<{ pid: number }>`select pg_backend_pid() as pid`)[0]!.pid
  const before = await pid()
  const errors = [
    await failureOf(db.sql`select ${'x'}::integer`),
    await failureOf(db.sql`insert into once values (1), (1)`),
    await failureOf(db.tx((sql) => sql`insert into once values (1), (1)`)),
  ]
  expect(errors.map(isUnavailable)).toEqual([false, false, false])
  expect(await pid()).toBe(before)
})

describe('connections that prepared a statement before a column was added', () => {
  const CONNECTIONS = 3
  let wide: Db
  beforeEach(async () => {
    wide = openDb({ url: schema.url, poolSize: CONNECTIONS })
    await wide.sql`drop table if exists widened`
    await wide.sql`create table widened as select 1 as id`
    const allHaveRead = Promise.withResolvers<void>()
    let readers = 0
    const readBesideOthers = async (sql: Sql) => {
      await read(sql)
      if (++readers === CONNECTIONS) allHaveRead.resolve()
      await allHaveRead.promise
    }
    await Promise.all(times(() => wide.tx(readBesideOthers)))
    await wide.sql`alter table widened add column name text`
  })
  afterEach(() => wide.close())

  const read = (sql: Sql) => sql`select * from widened`
  const times = <T>(call: () => Promise<T>) => Array.from({ length: CONNECTIONS }, call)

  test('answer with the column: the statement is repeated on a new connection', async () => {
    const answers = await Promise.all(times(() => read(wide.sql)))
    expect(answers).toEqual(Array(CONNECTIONS).fill([{ id: 1, name: null }]))
  })

  test('fail one transaction as unavailable, and are all replaced', async () => {
    expect(isUnavailable(await failureOf(wide.tx(read)))).toBe(true)
    for (let i = 0; i < CONNECTIONS; i++) expect(await wide.tx(read)).toEqual([{ id: 1, name: null }])
  })
})
