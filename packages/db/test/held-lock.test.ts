import { openDatabase } from '@jobboard/testkit/database'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConnection } from '../src/connections.ts'
import { openDb } from '../src/db.ts'
import { isUnavailable } from '../src/failure.ts'

const POOL = 4
const CALLERS = 20
const QUERY_TIMEOUT_MS = 500

let schema: Awaited<ReturnType<typeof openDatabase>>
let url: string
beforeAll(async () => {
  schema = await openDatabase()
  const named = new URL(schema.url)
  named.searchParams.set('application_name', schema.url.slice(-20))
  url = named.href
})
afterAll(() => schema.drop())

test('a held table lock occupies no more backends than the pool, and all callers work after its release', async () => {
  const db = openDb({ url, poolSize: POOL, queryTimeoutMs: QUERY_TIMEOUT_MS })
  await db.sql`create table held (id integer)`
  const holder = await openConnection(schema.url)
  // Not the holder: within a transaction pg_stat_activity stays as first read.
  const observer = await openConnection(schema.url)
  await holder.query('begin; lock table held')

  let stopped = false
  const failures: unknown[] = []
  const read = async (): Promise<void> => {
    while (!stopped) {
      await (Math.random() < 0.5
        ? db.sql`select id from held`
        : db.tx((sql) => sql`insert into held values (1)`)
      ).catch((error) => failures.push(error))
    }
  }
  const callers = Array.from({ length: CALLERS }, read)
  let mostBackends = 0
  await eventually('each caller has failed about four times', async () => {
    const { rows } = await observer.query(
      `select count(*)::int as backends from pg_stat_activity where application_name = $1`,
      [schema.url.slice(-20)],
    )
    mostBackends = Math.max(mostBackends, rows[0].backends)
    return failures.length >= 4 * CALLERS
  })
  await holder.query('rollback')
  stopped = true
  await Promise.all(callers)

  expect(mostBackends).toBeLessThanOrEqual(POOL)
  expect(failures.filter((error) => !isUnavailable(error))).toEqual([])
  // A busy machine may take longer than the time-out.
  await eventually('all callers work', () =>
    Promise.all(Array.from({ length: CALLERS }, () => db.sql`select id from held`)).then(
      () => true,
      (error: unknown) => {
        if (!isUnavailable(error)) throw error
        return false
      },
    ),
  )
  await Promise.all([db.close(), holder.end(), observer.end()])
})
