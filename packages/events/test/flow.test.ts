import { randomUUID } from 'node:crypto'
import { openDb } from '@jobboard/db/db'
import { eventually } from '@jobboard/testkit/eventually'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { afterEach, expect, test } from 'vitest'
import { isEvent } from '../src/consumer/consumer.ts'
import { streamName } from '../src/nats/topology.ts'
import { appendEvent } from '../src/publisher/outbox.ts'
import { countEffects, parcelConsumer } from './support/effect.ts'
import { changeParcel, parcelChanged, parcelChangedV2, parcelMoved } from './support/parcel.ts'
import { DURABLE, openTestBroker } from './support/test-broker.ts'

const broker = openTestBroker()
afterEach(() => broker.reset())

const envelope = { aggregateId: 1, aggregateVersion: 1, occurredAt: new Date('2030-01-31T12:00:00Z') }
const data = { parcelId: 1, version: 1, note: '' }

test('the handler receives id, subject, aggregate, version, time and data; the message has the traceparent', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const received: unknown[] = []
  broker.startRelay()
  broker.startConsumer({
    consumer: { ...parcelConsumer, handle: async (_, event) => void received.push(event) },
  })
  const id = await broker.db.tx((sql) => appendEvent(sql, parcelChanged, { ...envelope, data, traceparent }))
  await eventually('the handler', async () => received.length > 0)
  expect(received[0]).toEqual({
    id,
    subject: parcelChanged.subject,
    aggregateId: '1',
    aggregateVersion: 1,
    occurredAt: '2030-01-31T12:00:00.000Z',
    data,
  })
  const stored = await broker.bus.jsm.streams.getMessage(streamName('jobs'), { seq: 1 })
  expect(stored!.header.get('traceparent')).toBe(traceparent)
  expect(isEvent(received[0] as never, parcelChanged)).toBe(true)
})

test('the same event under another message id has no second effect', async () => {
  broker.startRelay()
  const consumer = broker.startConsumer()
  await changeParcel(broker.db, 1)
  await broker.drained(1)
  const stored = await broker.bus.jsm.streams.getMessage(streamName('jobs'), { seq: 1 })
  const headers = stored!.header
  headers.set('Nats-Msg-Id', 'another')
  await broker.bus.js.publish(stored!.subject, stored!.data, { headers })
  await eventually('a duplicate', async () => (await consumer.metrics()).duplicates === 1)
  expect(await countEffects(broker.db)).toEqual({ total: 1, distinct: 1 })
})

test('a subject with a partition is the same event', async () => {
  const received: string[] = []
  broker.startRelay()
  const consumer = broker.startConsumer({
    consumer: { ...parcelConsumer, handle: async (_, event) => void received.push(event.subject) },
  })
  await changeParcel(broker.db, 1)
  await eventually('the first event', async () => received.length === 1)
  const stored = await broker.bus.jsm.streams.getMessage(streamName('jobs'), { seq: 1 })
  const headers = stored!.header
  headers.set('Nats-Msg-Id', 'another')
  headers.set('ce-id', randomUUID())
  await broker.bus.js.publish(`${stored!.subject}.p17`, stored!.data, { headers })
  await eventually('the second event', async () => received.length === 2)
  expect(received).toEqual([parcelChanged.subject, parcelChanged.subject])
  expect(await consumer.metrics()).toMatchObject({ deadLetters: 0 })
})

test('an event delivered eight times beside its delivery by NATS takes effect once', async () => {
  const { db } = broker
  const id = await db.tx((sql) => appendEvent(sql, parcelChanged, { ...envelope, data }))
  const event = {
    ...envelope,
    id,
    subject: parcelChanged.subject,
    aggregateId: '1',
    occurredAt: '2030-01-31T12:00:00.000Z',
    data,
  }
  broker.startRelay()
  broker.startConsumer()
  const results = await Promise.all(
    Array.from({ length: 8 }, () => receiveEvent(db, 'pipeline', parcelConsumer, event)),
  )
  expect(results.filter(Boolean).length).toBeLessThanOrEqual(1)
  await broker.drained(1)
  expect(await countEffects(db)).toEqual({ total: 1, distinct: 1 })
})

test('other events of the publisher and newer versions are ignored', async () => {
  const { db } = broker
  broker.startRelay()
  const consumer = broker.startConsumer()
  await db.tx((sql) => appendEvent(sql, parcelMoved, { ...envelope, data: { parcelId: 1 } }))
  await db.tx((sql) => appendEvent(sql, parcelChangedV2, { ...envelope, data: { other: 'x' } }))
  await changeParcel(db, 1)
  await broker.drained(1)
  expect(await consumer.metrics()).toMatchObject({ handled: 1, duplicates: 0, retries: 0, deadLetters: 0 })
})

test('the projection keeps the newest version when events arrive out of order', async () => {
  const { db } = broker
  const failed = new Set<number>()
  broker.startRelay()
  const consumer = broker.startConsumer({
    consumer: {
      ...parcelConsumer,
      async handle(sql, event) {
        // The first delivery of version 1 fails, so that version 2 overtakes it.
        if (event.aggregateVersion === 1 && failed.size < failed.add(1).size) throw new Error('not yet')
        await parcelConsumer.handle(sql, event)
      },
    },
  })
  await changeParcel(db, 1)
  await changeParcel(db, 1)
  await broker.drained(2)
  const order = await db.sql<{ version: number }>`select version from effect order by id`
  expect(order.map((row) => row.version)).toEqual([2, 1])
  expect(await db.sql`select version from projection`).toEqual([{ version: 2 }])
  expect((await consumer.metrics()).retries).toBe(1)
})

test('a consumer stopped eight times under load leaves no event unfinished and none delivered twice', async () => {
  const { db, bus } = broker
  broker.startRelay()
  for (let i = 0; i < 600; i++) await changeParcel(db, i)
  let handled = 0
  for (let round = 1; round <= 8; round++) {
    const consumer = broker.startConsumer({ ackWaitMs: 10_000 })
    // On a busy machine, earlier rounds can have consumed all 600.
    await eventually(
      'some effects',
      async () => (await countEffects(db)).total >= Math.min(handled + 11, 600),
    )
    await consumer.stop()
    const metrics = await consumer.metrics()
    handled += metrics.handled
    expect(metrics.duplicates).toBe(0)
    expect((await countEffects(db)).total).toBe(handled)
    await bus.nc.flush()
    const { num_ack_pending } = await bus.jsm.consumers.info(streamName('jobs'), DURABLE)
    expect(num_ack_pending).toBe(0)
  }
  broker.startConsumer({ ackWaitMs: 10_000 })
  await broker.drained(600)
  expect(await countEffects(db)).toEqual({ total: 600, distinct: 600 })
})

test('two replicas of a consumer share the events, and each takes effect once', async () => {
  const other = openDb({ url: broker.url })
  broker.startRelay()
  const replicas = [broker.startConsumer(), broker.startConsumer({ db: other })]
  for (let i = 0; i < 200; i++) await changeParcel(broker.db, i % 40)
  await broker.drained(200)
  expect(await countEffects(broker.db)).toEqual({ total: 200, distinct: 200 })
  expect(await broker.db.sql`select count(*) as behind from projection where version <> 5`).toEqual([
    { behind: 0 },
  ])
  for (const replica of replicas) await replica.stop()
  await other.close()
})
