import { openDb } from '@jobboard/db/db'
import { afterEach, expect, test } from 'vitest'
import { isEvent } from '../src/consumer/consumer.ts'
import { receiveEvent } from '../src/consumer/receive-event.ts'
import { streamOf } from '../src/nats/topology.ts'
import { appendEvent } from '../src/publisher/outbox.ts'
import { countEffects, effects } from './support/effect.ts'
import { until } from './support/setup.ts'
import { openArena } from './support/test-broker.ts'
import { changeThing, thingChanged, thingChangedV2, thingMoved } from './support/thing.ts'

const arena = openArena()
afterEach(() => arena.clear())

const once = { aggregateId: 1, aggregateVersion: 1, occurredAt: new Date('2030-01-31T12:00:00Z') }
const data = { thingId: 1, version: 1, note: '' }

test('an event carries its id, aggregate, version, time and trace to the handler', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  let traced = ''
  const seen: unknown[] = []
  arena.relay()
  arena.consumer({
    consumer: { ...countEffects, handle: async (_, event) => void seen.push(event) },
    trace: (about, work) => {
      traced = about.traceparent
      return work()
    },
  })
  const id = await arena.db.tx((sql) => appendEvent(sql, thingChanged, { ...once, data, traceparent }))
  await until('the handler', () => seen.length > 0)
  expect(seen[0]).toEqual({
    id,
    subject: thingChanged.subject,
    aggregateId: '1',
    aggregateVersion: 1,
    occurredAt: '2030-01-31T12:00:00.000Z',
    data,
  })
  expect(traced).toBe(traceparent)
  expect(isEvent(seen[0] as never, thingChanged)).toBe(true)
})

test('the same event under another message id has no second effect', async () => {
  arena.relay()
  const consumer = arena.consumer()
  await changeThing(arena.db, 1)
  await arena.settled(1)
  const stored = await arena.bus.jsm.streams.getMessage(streamOf('jobs'), { seq: 1 })
  const headers = stored!.header
  headers.set('Nats-Msg-Id', 'another')
  await arena.bus.js.publish(stored!.subject, stored!.data, { headers })
  await until('a duplicate', async () => (await consumer.metrics()).duplicates === 1)
  expect(await effects(arena.db)).toEqual({ total: 1, different: 1 })
})

test('an event handed over by HTTP and by NATS, at the same time and often, takes effect once', async () => {
  const { db } = arena
  const id = await db.tx((sql) => appendEvent(sql, thingChanged, { ...once, data }))
  const event = {
    ...once,
    id,
    subject: thingChanged.subject,
    aggregateId: '1',
    occurredAt: '2030-01-31T12:00:00.000Z',
    data,
  }
  arena.relay()
  arena.consumer()
  const news = await Promise.all(
    Array.from({ length: 8 }, () => receiveEvent(db, 'pipeline', countEffects, event)),
  )
  expect(news.filter(Boolean).length).toBeLessThanOrEqual(1)
  await arena.settled(1)
  expect(await effects(db)).toEqual({ total: 1, different: 1 })
})

test('400: an event handed over by HTTP that breaks its contract has no effect', async () => {
  const event = {
    ...once,
    id: 'a',
    subject: thingChanged.subject,
    aggregateId: '1',
    occurredAt: '',
    data: { thingId: 'x' },
  }
  await expect(receiveEvent(arena.db, 'pipeline', countEffects, event)).rejects.toMatchObject({
    code: 'invalid_request',
  })
  expect(await arena.db.sql`select 1 from inbox`).toEqual([])
})

test('other events of the owner and newer versions are passed over', async () => {
  const { db } = arena
  arena.relay()
  const consumer = arena.consumer()
  await db.tx((sql) => appendEvent(sql, thingMoved, { ...once, data: { thingId: 1 } }))
  await db.tx((sql) => appendEvent(sql, thingChangedV2, { ...once, data: { other: 'x' } }))
  await changeThing(db, 1)
  await arena.settled(1)
  expect(await consumer.metrics()).toMatchObject({ handled: 1, duplicates: 0, retries: 0, deadLetters: 0 })
})

test('versions that arrive out of order leave the newest', async () => {
  const { db } = arena
  const refused = new Set<number>()
  arena.relay()
  const consumer = arena.consumer({
    consumer: {
      ...countEffects,
      async handle(sql, event) {
        // The first delivery of version 1 fails, so that version 2 comes before it.
        if (event.aggregateVersion === 1 && refused.size < refused.add(1).size) throw new Error('not yet')
        await countEffects.handle(sql, event)
      },
    },
  })
  await changeThing(db, 1)
  await changeThing(db, 1)
  await arena.settled(2)
  const order = await db.sql<{ version: number }>`select version from effect order by id`
  expect(order.map((row) => row.version)).toEqual([2, 1])
  expect(await db.sql`select version from projection`).toEqual([{ version: 2 }])
  expect((await consumer.metrics()).retries).toBe(1)
})

test('a consumer stopped under load again and again leaves nothing half done', async () => {
  const { db, bus } = arena
  arena.relay()
  for (let i = 0; i < 600; i++) await changeThing(db, i)
  let handled = 0
  for (let round = 1; round <= 8; round++) {
    const consumer = arena.consumer({ ackWaitMs: 10_000 })
    // All of them, on a machine so busy that the rounds before this one took them.
    await until('some effects', async () => (await effects(db)).total >= Math.min(handled + 11, 600))
    await consumer.stop()
    const metrics = await consumer.metrics()
    handled += metrics.handled
    expect(metrics.duplicates).toBe(0)
    expect((await effects(db)).total).toBe(handled)
    await bus.nc.flush()
    const { num_ack_pending } = await bus.jsm.consumers.info(streamOf('jobs'), 'pipeline_things')
    expect(num_ack_pending).toBe(0)
  }
  arena.consumer({ ackWaitMs: 10_000 })
  await arena.settled(600)
  expect(await effects(db)).toEqual({ total: 600, different: 600 })
})

test('two replicas of a consumer share the work, each event takes effect once', async () => {
  const other = openDb({ url: arena.url })
  arena.relay()
  const replicas = [arena.consumer(), arena.consumer({ db: other })]
  for (let i = 0; i < 200; i++) await changeThing(arena.db, i % 40)
  await arena.settled(200)
  expect(await effects(arena.db)).toEqual({ total: 200, different: 200 })
  expect(await arena.db.sql`select count(*) as behind from projection where version <> 5`).toEqual([
    { behind: 0 },
  ])
  for (const replica of replicas) await replica.stop()
  await other.close()
})
