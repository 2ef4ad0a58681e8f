import { randomBytes } from 'node:crypto'
import { type Db, openDb } from '@jobboard/db/db'
import { explaining } from '@jobboard/testkit/explain'
import { afterEach, expect, test } from 'vitest'
import { streamOf } from '../src/nats/topology.ts'
import { appendEvent } from '../src/publisher/outbox.ts'
import { cleanInbox, cleanOutbox } from '../src/retention.ts'
import { countEffects } from './support/effect.ts'
import { connectedBus, until } from './support/setup.ts'
import { openArena } from './support/test-broker.ts'
import { changeThing, thingChanged } from './support/thing.ts'

const arena = openArena()
afterEach(() => arena.clear())

const stream = streamOf('jobs')
const about = { aggregateId: 1, aggregateVersion: 1, occurredAt: new Date() }

/** Versions in the order of the stream, by aggregate. */
async function versionsInStream(): Promise<Map<string, number[]>> {
  const { state } = await arena.bus.jsm.streams.info(stream)
  const versions = new Map<string, number[]>()
  for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
    const message = await arena.bus.jsm.streams.getMessage(stream, { seq })
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

test('one leader of two relays; when its lock is lost the other goes on, in order', async () => {
  const other = openDb({ url: arena.url })
  const otherBus = await connectedBus(arena.nats.url)
  const relays = [arena.relay(), arena.relay({ db: other, bus: otherBus })]
  const leaders = async () =>
    (await Promise.all(relays.map((relay) => relay.metrics()))).map((one) => one.leader)
  await until('a leader', async () => (await leaders()).includes(1))
  const writing = Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; i < 40; i++) await changeThing(writer % 2 ? other : arena.db, i % 4)
    }),
  )
  await until(
    'traffic',
    async () => (await relays[0]!.metrics()).published + (await relays[1]!.metrics()).published > 50,
  )
  expect((await leaders()).toSorted()).toEqual([0, 1])
  const [before] = [await leaders()]
  await relays[before.indexOf(1)]!.stop()
  await writing
  await until('the other one', async () => (await leaders())[1 - before.indexOf(1)] === 1)
  await until('marks', async () => (await relays[0]!.metrics()).unpublished === 0)
  await expectOrder(4, 80)
  for (const relay of relays) await relay.stop()
  await otherBus.close()
  await other.close()
})

test('a leader whose connection is killed takes the lead again and publishes', async () => {
  const { db } = arena
  const relay = arena.relay()
  await changeThing(db, 1)
  await until('a mark', async () => (await relay.metrics()).published === 1)
  const killed = await db.sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and objid::bigint = hashtext(current_schema())::bigint & 4294967295`
  expect(killed).toHaveLength(1)
  await changeThing(db, 1)
  await until('another mark', async () => (await relay.metrics()).published === 2)
  await until('the lead', async () => (await relay.metrics()).leader === 1)
})

test('a full stream refuses: events wait, keep their order, and are told when there is room', async () => {
  const { bus, db } = arena
  const relay = arena.relay()
  await changeThing(db, 1)
  await until('a mark', async () => (await relay.metrics()).published === 1)
  await bus.jsm.streams.update(stream, { max_msgs: 5 })
  for (let i = 0; i < 30; i++) await changeThing(db, i % 3)
  await until('a refusal', async () => (await relay.metrics()).failures > 1)
  const metrics = await relay.metrics()
  expect(metrics).toMatchObject({ unpublished: 26, published: 5 })
  expect(metrics.oldestUnpublishedSeconds).toBeGreaterThan(0)
  await bus.jsm.streams.update(stream, { max_msgs: -1 })
  await until('room', async () => (await relay.metrics()).unpublished === 0)
  const versions = await versionsInStream()
  for (const list of versions.values()) expect(list).toEqual(list.toSorted((a, b) => a - b))
})

test('the largest texts travel: 100,000 characters of four bytes, and a megabyte of history', async () => {
  const { db } = arena
  arena.relay()
  const seen = new Map<number, string>()
  arena.consumer({
    consumer: {
      ...countEffects,
      async handle(sql, event) {
        const data = event.data as { thingId: number; note: string }
        seen.set(data.thingId, data.note)
        await countEffects.handle(sql, event)
      },
    },
  })
  const notes = [
    '😀'.repeat(100_000),
    'a sentence of an ordinary history; '.repeat(60_000),
    'é'.repeat(140_000),
  ]
  for (const [i, note] of notes.entries()) await changeThing(db, i, note)
  await arena.settled(3)
  for (const [i, note] of notes.entries()) expect(seen.get(i) === note).toBe(true)
})

test('413: an event that no message can carry rolls its change back', async () => {
  const data = { thingId: 1, version: 1, note: randomBytes(1_500_000).toString('hex') }
  const change = arena.db.tx(async (sql) => {
    await sql`insert into thing (id, version) values (1, 1)`
    await appendEvent(sql, thingChanged, { ...about, data })
  })
  await expect(change).rejects.toMatchObject({ code: 'payload_too_large' })
  expect(await arena.db.sql`select id from thing`).toEqual([])
})

test('an event that the server refuses holds up its own aggregate only', async () => {
  const { db } = arena
  const relay = arena.relay()
  const payload = JSON.stringify({ note: randomBytes(1_500_000).toString('base64') })
  await db.sql`
    insert into outbox (event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, payload_bytes)
    values (gen_random_uuid(), ${thingChanged.subject}, '1', 1, now(), ${payload}, ${payload.length})`
  await changeThing(db, 1)
  for (let i = 2; i < 30; i++) await changeThing(db, i)
  await until('the others', async () => (await relay.metrics()).published === 28)
  const left = await db.sql`select aggregate_id from outbox where published_at is null`
  expect(left).toEqual([{ aggregateId: '1' }, { aggregateId: '1' }])
})

test('a look at the outbox reads what is left by its own index, however much was told before', async () => {
  const { db } = arena
  await db.sql`
    insert into outbox (event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, payload_bytes,
      published_at)
    select gen_random_uuid(), ${thingChanged.subject}, i, 1, now(), '{}', 2, now() from generate_series(1, 20000) as i`
  await db.sql`analyze outbox`
  const { sql, plans } = explaining(db.sql)
  const watched: Db['sql'] = async (text, ...values) => {
    await sql(text, ...values)
    return db.sql(text, ...values)
  }
  const relay = arena.relay({ db: { ...db, sql: watched } })
  await changeThing(db, 1)
  await until('a mark', async () => (await relay.metrics()).published === 1)
  const look = plans[0]
  const mark = plans.find((plan) => plan.startsWith('Update'))
  expect(look).toContain('Index Scan using outbox_unpublished')
  expect(mark).toContain('Index Scan using outbox_pkey')
  expect(`${look} ${mark}`).not.toContain('Seq Scan')
})

test('rows are kept 14 and 30 days, unpublished ones for ever', async () => {
  const { db } = arena
  for (let i = 1; i <= 3; i++) await changeThing(db, i)
  await db.sql`update outbox set published_at = now() - interval '15 days' where aggregate_id = '1'`
  await db.sql`update outbox set published_at = now() - interval '13 days' where aggregate_id = '2'`
  await db.sql`update outbox set created_at = now() - interval '99 days'`
  await db.sql`
    insert into inbox (consumer, event_id, received_at)
    values ('a', 'old', now() - interval '31 days'), ('a', 'new', now() - interval '29 days'),
      ('b', 'old', now() - interval '31 days')`
  expect(await cleanOutbox(db)).toBe(1)
  expect(await cleanInbox(db, 'a')).toBe(1)
  expect(await db.sql`select aggregate_id from outbox order by 1`).toEqual([
    { aggregateId: '2' },
    { aggregateId: '3' },
  ])
  expect(await db.sql`select consumer, event_id from inbox order by 1`).toEqual([
    { consumer: 'a', eventId: 'new' },
    { consumer: 'b', eventId: 'old' },
  ])
})
