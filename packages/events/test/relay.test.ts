import { randomBytes } from 'node:crypto'
import { type Db, openDb } from '@jobboard/db/db'
import { eventually } from '@jobboard/testkit/eventually'
import { explaining } from '@jobboard/testkit/explain'
import { afterEach, expect, test } from 'vitest'
import { MAX_PAYLOAD_BYTES, packedBytes } from '../src/nats/message.ts'
import { streamName } from '../src/nats/topology.ts'
import { LEADER_TIMES } from '../src/publisher/leadership.ts'
import { appendEvent } from '../src/publisher/outbox.ts'
import { cleanOutbox } from '../src/retention.ts'
import { parcelConsumer } from './support/effect.ts'
import { openConnectedBus } from './support/open.ts'
import { changeParcel, parcelChanged } from './support/parcel.ts'
import { openTestBroker } from './support/test-broker.ts'

/** Only followers try the lock more often. */
const times = { ...LEADER_TIMES, followerPollMs: 100 }
const broker = openTestBroker()
afterEach(() => broker.reset())

const stream = streamName('jobs')
const envelope = { aggregateId: 1, aggregateVersion: 1, occurredAt: new Date() }

/** Versions per aggregate, in the order of the stream. */
async function versionsInStream(): Promise<Map<string, number[]>> {
  const { state } = await broker.bus.jsm.streams.info(stream)
  const versions = new Map<string, number[]>()
  for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
    const message = await broker.bus.jsm.streams.getMessage(stream, { seq })
    const key = message!.header.get('ce-subject')
    const list = versions.get(key) ?? []
    versions.set(key, list)
    list.push(Number(message!.header.get('ce-aggregateversion')))
  }
  return versions
}

async function expectOrder(aggregates: number, each: number): Promise<void> {
  const versions = await versionsInStream()
  const inOrder = Array.from({ length: each }, (_, i) => i + 1)
  expect(versions.size).toBe(aggregates)
  for (const list of versions.values()) expect(list).toEqual(inOrder)
}

async function endLeaderSession(): Promise<void> {
  const ended = await broker.db.sql`
    select pg_terminate_backend(pid) from pg_locks
    where database = (select oid from pg_database where datname = current_database())
      and locktype = 'advisory' and granted and objid::bigint = hashtext(current_schema())::bigint & 4294967295`
  expect(ended).toHaveLength(1)
}

test('two relays have one leader; when it stops, the other one takes over and the order is kept', async () => {
  const other = openDb({ url: broker.url })
  const otherBus = await openConnectedBus(broker.nats.url)
  const relays = [broker.startRelay({ times }), broker.startRelay({ db: other, bus: otherBus, times })]
  const leaders = async () =>
    (await Promise.all(relays.map((relay) => relay.metrics()))).map(({ leader }) => leader)
  await eventually('a leader', async () => (await leaders()).includes(1))
  const writing = Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; i < 40; i++) await changeParcel(writer % 2 ? other : broker.db, i % 4)
    }),
  )
  await eventually(
    '50 published events',
    async () => (await relays[0]!.metrics()).published + (await relays[1]!.metrics()).published > 50,
  )
  expect((await leaders()).toSorted()).toEqual([0, 1])
  const leaderIndex = (await leaders()).indexOf(1)
  await relays[leaderIndex]!.stop()
  await writing
  await eventually('the other relay leads', async () => (await leaders())[1 - leaderIndex] === 1)
  await eventually(
    'all rows are marked published',
    async () => (await relays[0]!.metrics()).unpublished === 0,
  )
  await expectOrder(4, 80)
  for (const relay of relays) await relay.stop()
  await otherBus.close()
  await other.close()
})

test('a leader whose database session is terminated acquires the lock again and publishes', async () => {
  const { db } = broker
  const relay = broker.startRelay({ times })
  await changeParcel(db, 1)
  await eventually('the row is marked published', async () => (await relay.metrics()).published === 1)
  await endLeaderSession()
  await changeParcel(db, 1)
  await eventually('the second row is marked published', async () => (await relay.metrics()).published === 2)
  await eventually('the relay leads again', async () => (await relay.metrics()).leader === 1)
})

test('after a failover that lost commits, an event that gets the id of a lost one is published', async () => {
  const { db } = broker
  const sent = new Set<unknown>()
  const sql: Db['sql'] = (text, ...values) => {
    for (const value of values) sent.add(value)
    return db.sql(text, ...values)
  }
  const relay = broker.startRelay({ db: { ...db, sql }, times })
  for (let i = 0; i < 5; i++) await changeParcel(db, 1)
  const ids = (await db.sql<{ id: number }>`select id from outbox order by id`).map(({ id }) => id)
  const [kept, last] = [ids[0]!, ids.at(-1)!]
  await eventually('the relay reads above all events', async () => {
    await relay.problem(60)
    return sent.has(last + 1)
  })
  await db.sql`delete from outbox where id > ${kept}`
  await db.sql`select setval('outbox_id_seq', ${kept})`
  await endLeaderSession()
  const eventId = await changeParcel(db, 1)
  // Shorter than the time after which the relay reads all rows again.
  await eventually(
    'the event is marked published',
    async () =>
      (await db.sql`select 1 from outbox where event_id = ${eventId} and published_at is not null`)[0],
    30_000,
  )
}, 60_000)

test('a full stream rejects events: they wait, keep their order, and are published when the limit is raised', async () => {
  const { bus, db } = broker
  const relay = broker.startRelay()
  await changeParcel(db, 1)
  await eventually('the row is marked published', async () => (await relay.metrics()).published === 1)
  await bus.jsm.streams.update(stream, { max_msgs: 5 })
  for (let i = 0; i < 30; i++) await changeParcel(db, i % 3)
  await eventually('a rejected publish', async () => (await relay.metrics()).failures > 1)
  const metrics = await relay.metrics()
  expect(metrics).toMatchObject({ unpublished: 26, published: 5 })
  expect(metrics.oldestUnpublishedSeconds).toBeGreaterThan(0)
  await bus.jsm.streams.update(stream, { max_msgs: -1 })
  await eventually('an empty outbox', async () => (await relay.metrics()).unpublished === 0)
  const versions = await versionsInStream()
  for (const list of versions.values()) expect(list).toEqual(list.toSorted((a, b) => a - b))
})

test('large payloads are delivered unchanged: 100,000 four-byte characters, and 2 MB of repetitive text', async () => {
  const { db } = broker
  broker.startRelay()
  const received = new Map<number, string>()
  broker.startConsumer({
    consumer: {
      ...parcelConsumer,
      async handle(sql, event) {
        const data = event.data as { parcelId: number; note: string }
        received.set(data.parcelId, data.note)
        await parcelConsumer.handle(sql, event)
      },
    },
  })
  const notes = [
    '😀'.repeat(100_000),
    'a sentence of an ordinary history; '.repeat(60_000),
    'é'.repeat(140_000),
  ]
  for (const [i, note] of notes.entries()) await changeParcel(db, i, note)
  await broker.drained(3)
  for (const [i, note] of notes.entries()) expect(received.get(i) === note).toBe(true)
})

test('413: an event too large for a message rolls back its transaction', async () => {
  const data = { parcelId: 1, version: 1, note: randomBytes(1_500_000).toString('hex') }
  const change = broker.db.tx(async (sql) => {
    await sql`insert into parcel (id, version) values (1, 1)`
    await appendEvent(sql, parcelChanged, { ...envelope, data })
  })
  await expect(change).rejects.toMatchObject({ code: 'payload_too_large' })
  expect(await broker.db.sql`select id from parcel`).toEqual([])
})

test('413: what a caller writes leaves 1 KiB for the states that follow', async () => {
  const random = randomBytes(1_040_000).toString('base64')
  const sizeOf = (note: string) => {
    const payload = JSON.stringify({ parcelId: 1, version: 1, note })
    return packedBytes(payload, Buffer.byteLength(payload))
  }
  let note = random
  while (sizeOf(note) > MAX_PAYLOAD_BYTES) note = note.slice(0, MAX_PAYLOAD_BYTES - sizeOf(note) - 100)
  expect(sizeOf(note)).toBeGreaterThan(MAX_PAYLOAD_BYTES - 1_024)
  const event = { ...envelope, data: { parcelId: 1, version: 1, note } }
  const append = (more: object) =>
    broker.db.tx(async (sql) => void (await appendEvent(sql, parcelChanged, { ...event, ...more })))
  await expect(append({ chargedTo: { kind: 'candidate', id: 1 } })).rejects.toMatchObject({
    code: 'payload_too_large',
  })
  await append({})
})

test('an event that the server rejects blocks only its own aggregate', async () => {
  const { db } = broker
  const relay = broker.startRelay()
  const payload = JSON.stringify({ note: randomBytes(1_500_000).toString('base64') })
  await db.sql`
    insert into outbox (event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, payload_bytes)
    values (gen_random_uuid(), ${parcelChanged.subject}, '1', 1, now(), ${payload}, ${payload.length})`
  await changeParcel(db, 1)
  for (let i = 2; i < 30; i++) await changeParcel(db, i)
  await eventually('the events of the other aggregates', async () => (await relay.metrics()).published === 28)
  const unpublished = await db.sql`select aggregate_id from outbox where published_at is null`
  expect(unpublished).toEqual([{ aggregateId: '1' }, { aggregateId: '1' }])
})

test('reading and marking use indexes, whatever the number of published rows', async () => {
  const { db } = broker
  await db.sql`
    insert into outbox (event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, payload_bytes,
      published_at)
    select gen_random_uuid(), ${parcelChanged.subject}, i, 1, now(), '{}', 2, now() from generate_series(1, 20000) as i`
  await db.sql`analyze outbox`
  const { sql, plans } = explaining(db.sql)
  const explained: Db['sql'] = async (text, ...values) => {
    await sql(text, ...values)
    return db.sql(text, ...values)
  }
  const relay = broker.startRelay({ db: { ...db, sql: explained } })
  await changeParcel(db, 1)
  await eventually('the row is marked published', async () => (await relay.metrics()).published === 1)
  const read = plans[0]
  const mark = plans.find((plan) => plan.startsWith('Update'))
  expect(read).toContain('Index Scan using outbox_unpublished')
  expect(mark).toContain('Index Scan using outbox_pkey')
  expect(`${read} ${mark}`).not.toContain('Seq Scan')
})

test('cleanup deletes published events after 14 days, unpublished events never', async () => {
  const { db } = broker
  for (let i = 1; i <= 3; i++) await changeParcel(db, i)
  await db.sql`update outbox set published_at = now() - interval '15 days' where aggregate_id = '1'`
  await db.sql`update outbox set published_at = now() - interval '13 days' where aggregate_id = '2'`
  await db.sql`update outbox set created_at = now() - interval '99 days'`
  expect(await cleanOutbox(db)).toBe(1)
  expect(await db.sql`select aggregate_id from outbox order by 1`).toEqual([
    { aggregateId: '2' },
    { aggregateId: '3' },
  ])
})
