import { openConnection } from '@jobboard/db/connections'
import { fragment, type Sql } from '@jobboard/db/sql'
import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, expect, test } from 'vitest'
import { appendEvent } from '../src/publisher/outbox.ts'
import { openUnpublished } from '../src/publisher/unpublished.ts'
import { changeParcel, parcelChanged } from './support/parcel.ts'
import { openTestBroker } from './support/test-broker.ts'

const broker = openTestBroker()
afterEach(() => broker.reset())

const BUFFERS = /shared (?:hit=(\d+))?(?: ?read=(\d+))?/
/** A `Sql` that explains each statement, and the buffers that the last one used. */
function measuring(sql: Sql): { sql: Sql; buffers: () => number } {
  let buffers = 0
  return {
    buffers: () => buffers,
    sql: async (text, ...values) => {
      const lines = await sql<{ 'QUERY PLAN': string }>`
        explain (analyze, buffers, costs off, timing off) ${fragment(text, ...values)}`
      const plan = lines.map((line) => line['QUERY PLAN']).join('\n')
      const [, hit = '0', read = '0'] = BUFFERS.exec(plan) ?? []
      buffers = Number(hit) + Number(read)
      return sql(text, ...values)
    },
  }
}

test('an old snapshot that holds back vacuum does not make the look read rows published since', async () => {
  const { db } = broker
  const setup = await openConnection(broker.url, 60_000)
  await setup.query(`
    insert into outbox (event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, payload_bytes)
    select gen_random_uuid(), '${parcelChanged.subject}', i, 1, now(), '{}', 2 from generate_series(1, 20000) as i`)
  const snapshot = await openConnection(broker.url)
  await snapshot.query('set idle_in_transaction_session_timeout = 0')
  await snapshot.query('begin isolation level repeatable read')
  await snapshot.query('select 1 from outbox limit 1')
  await setup.query('update outbox set published_at = now()')
  await setup.end()
  const measured = measuring(db.sql)
  const unpublished = openUnpublished({ ...db, sql: measured.sql })
  await unpublished.read()
  await unpublished.read()
  expect(measured.buffers()).toBeLessThan(100)
  await changeParcel(db, 1)
  expect(await unpublished.read()).toHaveLength(1)
  expect(measured.buffers()).toBeLessThan(100)
  await snapshot.query('rollback')
  await snapshot.end()
}, 60_000)

test('an event whose transaction commits after events with higher ids is published', async () => {
  const { db } = broker
  let now = 0
  const unpublished = openUnpublished(db, () => now)
  const hold = Promise.withResolvers<void>()
  const appended = Promise.withResolvers<void>()
  const late = db.tx(async (sql) => {
    await appendEvent(sql, parcelChanged, {
      aggregateId: 7,
      aggregateVersion: 1,
      occurredAt: new Date(),
      data: { parcelId: 7, version: 1, note: 'late' },
    })
    appended.resolve()
    await hold.promise
  })
  await appended.promise
  for (let round = 0; round < 4; round++) {
    await changeParcel(db, 1)
    const rows = await unpublished.read()
    expect(rows.map(({ aggregateId }) => aggregateId)).toEqual(['1'])
    await unpublished.markPublished(rows.map(({ id }, seq) => ({ id, seq, duplicate: false })))
    // Longer than the interval of the floor.
    now += 1_100
    expect(await unpublished.read()).toEqual([])
  }
  hold.resolve()
  await late
  const found = await eventually('the late event', async () => {
    const rows = await unpublished.read()
    return rows.length > 0 && rows
  })
  expect(found.map(({ aggregateId }) => aggregateId)).toEqual(['7'])
}, 30_000)

test('a row that was set back to unpublished is read after the relay leads again', async () => {
  const { db } = broker
  const unpublished = openUnpublished(db)
  await changeParcel(db, 1)
  const rows = await unpublished.read()
  await unpublished.markPublished(rows.map(({ id }) => ({ id, seq: 1, duplicate: false })))
  await unpublished.oldestSeconds()
  await db.sql`update outbox set published_at = null`
  unpublished.reset()
  expect(await unpublished.read()).toHaveLength(1)
})
