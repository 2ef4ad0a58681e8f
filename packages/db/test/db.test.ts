import { randomBytes } from 'node:crypto'
import { openDatabase } from '@jobboard/testkit/database'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openConnection } from '../src/connections.ts'
import { type Db, openDb } from '../src/db.ts'
import { isUnavailable } from '../src/failure.ts'
import type { Sql } from '../src/sql.ts'

let schema: Awaited<ReturnType<typeof openDatabase>>
let db: Db
beforeAll(async () => {
  schema = await openDatabase()
  db = openDb({ url: schema.url, poolSize: 2, queryTimeoutMs: 2_000 })
  await db.sql`create table note (id integer primary key, note_text text not null)`
})
afterAll(async () => {
  await db.close()
  await schema.drop()
})

const ids = async () => (await db.sql<{ id: number }>`select id from note order by id`).map(({ id }) => id)

test('rows have camelCase keys, and values are bind parameters', async () => {
  const text = "'; drop table note; --"
  await db.sql`insert into note values (1, ${text})`
  expect(await db.sql`select id, note_text from note`).toEqual([{ id: 1, noteText: text }])
})

test('a transaction whose work throws stores nothing and calls no listener', async () => {
  const before = await ids()
  let calls = 0
  const unsubscribe = db.listen('note', () => calls++)
  const failing = db.tx(async (sql) => {
    await sql`insert into note values (2, 'b')`
    sql.notify('note')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  unsubscribe()
  expect([await ids(), calls]).toEqual([before, 0])
})

test('readTx sees one snapshot; a statement that writes or locks rows fails', async () => {
  const before = await ids()
  const seen = await db.readTx(async (sql) => {
    const read = async () => (await sql<{ id: number }>`select id from note order by id`).map(({ id }) => id)
    const first = await read()
    await db.sql`insert into note values (20, 'z')`
    return [first, await read()]
  })
  expect(seen).toEqual([before, before])
  for (const write of [
    (sql: Sql) => sql`insert into note values (21, 'z')`,
    (sql: Sql) => sql`select id from note for update`,
  ]) {
    await expect(db.readTx(write)).rejects.toMatchObject({ code: '25006' })
  }
  expect(await ids()).toEqual([...before, 20])
})

test('listeners are called once, after the commit, until they unsubscribe', async () => {
  const seen: Promise<number[]>[] = []
  const unsubscribe = db.listen('note', () => seen.push(ids()))
  const insert = (id: number) =>
    db.tx(async (sql) => {
      await sql`insert into note values (${id}, 'c')`
      sql.notify('note')
      sql.notify('note')
    })
  await insert(3)
  unsubscribe()
  await insert(4)
  const [first, ...others] = await Promise.all(seen)
  expect(first).toContain(3)
  expect(others).toEqual([])
})

test('a listener that throws turns no commit into an error, and the others are called', async () => {
  const errors: unknown[] = []
  const own = openDb({ url: schema.url, poolSize: 1, onListenerError: (error) => errors.push(error) })
  const failure = new Error('no')
  let calls = 0
  own.listen('note', () => {
    throw failure
  })
  own.listen('note', () => calls++)
  const commit = own.tx(async (sql) => {
    await sql`insert into note values (6, 'f')`
    sql.notify('note')
    return 'committed'
  })
  await expect(commit).resolves.toBe('committed')
  expect([calls, errors, await ids()]).toEqual([1, [failure], expect.arrayContaining([6])])
  await own.close()
})

test('a transaction that ignores the error of a statement throws and stores nothing', async () => {
  const before = await ids()
  const failing = db.tx(async (sql) => {
    await sql`insert into note values (5, 'e')`
    await sql`insert into note values (5, 'again')`.catch(() => {})
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await ids()).toEqual(before)
})

test('statements that a transaction sends together run in order; the error of one is thrown and nothing is stored', async () => {
  const before = await ids()
  const send = (...values: number[]) =>
    db.tx((sql) => Promise.all(values.map((id) => sql`insert into note values (${id}, 'together')`)))
  await expect(send(30, 31, 30, 32)).rejects.toMatchObject({ code: '23505' })
  expect(await ids()).toEqual(before)
  await send(30, 31)
  expect(await ids()).toEqual([...before, 30, 31])
})

test('a killed connection fails its statement as unavailable, and the pool opens a new one', async () => {
  const [{ pid } = { pid: 0 }] = await db.sql<{ pid: number }>`select pg_backend_pid() as pid`
  const error = await db.sql`select pg_terminate_backend(${pid}), pg_sleep(1)`.catch((failure) => failure)
  expect(isUnavailable(error)).toBe(true)
  expect(await ids()).toContain(1)
})

test('a statement that takes longer than the time-out fails as unavailable', async () => {
  const error = await db.sql`select pg_sleep(10)`.catch((failure) => failure)
  expect(isUnavailable(error)).toBe(true)
})

test('openConnection throws when the server cannot be reached', async () => {
  await expect(openConnection('postgres://127.0.0.1:9/none')).rejects.toThrow()
})

test('a URL without a password uses PGPASSWORD, with any characters', async () => {
  const password = `p@ss/w#rd%1 '"\\$`
  const role = `role_${randomBytes(4).toString('hex')}`
  const admin = await openConnection(schema.url)
  await admin.query(`create role ${role} login password ${admin.escapeLiteral(password)}`)
  const url = new URL(schema.url)
  Object.assign(url, { username: role, password: '', search: '' })
  const connect = async (value: string) => {
    vi.stubEnv('PGPASSWORD', value)
    const pool = openDb({ url: url.href, poolSize: 2 })
    await pool.sql`select 1`.finally(() => pool.close())
    await (await openConnection(pool.directUrl)).end()
  }
  try {
    await connect(password)
    await expect(connect(`${password}x`)).rejects.toThrow('password authentication failed')
  } finally {
    vi.unstubAllEnvs()
    await admin.query(`drop role ${role}`)
    await admin.end()
  }
})
