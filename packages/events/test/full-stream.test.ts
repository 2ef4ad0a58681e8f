import { randomBytes } from 'node:crypto'
import { eventType } from '@jobboard/contracts/event'
import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ensureDurable } from '../src/consumer/durable.ts'
import { type Bus, openBus } from '../src/nats/bus.ts'
import { purgeAcknowledged } from '../src/nats/streams.ts'
import { streamName } from '../src/nats/topology.ts'
import { appendEvent } from '../src/publisher/outbox.ts'
import { countEffects, parcelConsumer } from './support/effect.ts'
import { silentLog } from './support/open.ts'
import { changeParcel } from './support/parcel.ts'
import { DURABLE, openTestBroker } from './support/test-broker.ts'

const broker = openTestBroker()
const buses: Bus[] = []
afterEach(async () => {
  await broker.reset()
  for (const bus of buses.splice(0)) await bus.close()
})

const MIB = 1_048_576
const LIMIT = 2 * MIB
const stream = streamName('jobs')
const erasureConfirmed = eventType('jobs', 'erasure.confirmed', 1, z.object({ erasureId: z.int() }))
const info = () => broker.bus.jsm.streams.info(stream)
const fillRatio = async () => (await info()).state.bytes / LIMIT

/** A relay whose stream has 2 MiB. */
async function startSmallRelay() {
  const bus = openBus({
    url: broker.nats.url,
    name: 'small',
    log: silentLog,
    streamLimits: { maxBytes: LIMIT, maxAgeDays: 14, replicas: 1 },
  })
  buses.push(bus)
  await bus.ready()
  const relay = broker.startRelay({ bus })
  // A consumer that came first would create a larger one.
  await eventually(
    'the small stream',
    async () => (await info().catch(() => undefined))?.config.max_bytes === LIMIT,
  )
  return relay
}

/** `count` events of 256 KiB each, incompressible, of one parcel each. */
async function changeLargeParcels(count: number, from = 1): Promise<void> {
  for (let id = from; id < from + count; id++)
    await changeParcel(broker.db, id, randomBytes(98_000).toString('hex'))
}

const confirmErasure = (erasureId: number) =>
  broker.db.tx((sql) =>
    appendEvent(sql, erasureConfirmed, {
      aggregateId: erasureId,
      aggregateVersion: 1,
      occurredAt: new Date(),
      data: { erasureId },
    }),
  )

/** The erasures on the stream. */
async function erasuresOnStream(): Promise<number> {
  const { state } = await broker.bus.jsm.streams.info(stream, { subjects_filter: erasureConfirmed.subject })
  return state.subjects?.[erasureConfirmed.subject] ?? 0
}

test('acknowledged messages leave a stream that is 80 % full: ten times its size passes, and the outbox keeps it (P-282)', async () => {
  const relay = await startSmallRelay()
  broker.startConsumer()
  await changeLargeParcels(100)
  await broker.drained(100)
  expect((await relay.metrics()).published).toBe(100)
  expect(await countEffects(broker.db)).toEqual({ total: 100, distinct: 100 })
  expect(await fillRatio()).toBeLessThan(1)
  expect((await info()).state.last_seq).toBe(100)
  const kept = await broker.db.sql`select 1 from outbox where published_at is not null`
  expect(kept).toHaveLength(100)
  expect(await broker.db.sql`select reason from outbox_replay`).toEqual([])
})

test('messages that a durable has not acknowledged stay, also those of a durable that does not exist yet (P-282)', async () => {
  const relay = await startSmallRelay()
  await changeLargeParcels(15)
  // No durable yet: nothing is deleted, and ordinary events stop below the limit.
  await eventually('the stream is full', async () => (await relay.problem(60))?.startsWith('StreamFull'))
  // A batch that was being published when it became full is counted when it has ended.
  await eventually('every message is counted', async () => {
    return (await info()).state.messages === relay.counts().published
  })
  expect(relay.counts().published).toBeLessThan(15)
  expect((await info()).state.first_seq).toBe(1)
  expect(await relay.problem(60)).toContain(DURABLE)

  // A durable of another filter has acknowledged everything, the lagging one half.
  const consumer = broker.startConsumer()
  await broker.drained(15)
  await consumer.stop()
  expect(await countEffects(broker.db)).toEqual({ total: 15, distinct: 15 })
  await changeLargeParcels(15, 100)
  await eventually('the stream is full again', async () =>
    (await relay.problem(60))?.startsWith('StreamFull'),
  )
  broker.startConsumer()
  await broker.drained(30)
  expect(await countEffects(broker.db)).toEqual({ total: 30, distinct: 30 })
})

test('a durable that has acknowledged nothing holds every message (P-282)', async () => {
  const { bus } = broker
  await ensureDurable(bus, DURABLE, 'evt.jobs.parcel.>', 60_000)
  for (let i = 0; i < 10; i++) await bus.js.publish('evt.jobs.parcel.changed.v1', String(i))
  expect(await purgeAcknowledged(bus, stream, [DURABLE])).toEqual({ messages: 0, heldBy: DURABLE })
  expect((await info()).state.messages).toBe(10)
})

test('a purge ends before the first message that a durable needs, also when another reads a subject without messages (P-282)', async () => {
  const { bus } = broker
  for (const [durable, filter] of [
    ['pipeline_rare', 'evt.jobs.rare.>'],
    [DURABLE, 'evt.jobs.parcel.>'],
  ] as const) {
    await ensureDurable(bus, durable, filter, 60_000)
  }
  for (let i = 0; i < 10; i++) await bus.js.publish('evt.jobs.parcel.changed.v1', String(i))
  expect(await purgeAcknowledged(bus, stream, [DURABLE, 'pipeline_late'])).toEqual({
    messages: 0,
    heldBy: 'pipeline_late',
  })
  const source = await bus.js.consumers.get(stream, DURABLE)
  const acknowledge = async (count: number, skip = 0) => {
    let place = 0
    for await (const message of await source.fetch({ max_messages: count, expires: 2_000 })) {
      if (place++ >= skip) await message.ackAck()
    }
  }
  await acknowledge(4)
  expect(await purgeAcknowledged(bus, stream, [DURABLE, 'pipeline_rare'])).toEqual({
    messages: 4,
    heldBy: DURABLE,
  })
  // The fifth is in flight: those after it are acknowledged and stay with it.
  await acknowledge(4, 1)
  expect(await purgeAcknowledged(bus, stream, [DURABLE])).toEqual({ messages: 0, heldBy: DURABLE })
  expect((await info()).state).toMatchObject({ first_seq: 5, last_seq: 10 })
  await bus.jsm.consumers.delete(stream, DURABLE)
  // A durable of a later tokeniser version counts as its reader.
  await ensureDurable(bus, 'pipeline_rare_2', 'evt.jobs.rare.>', 60_000)
  expect(await purgeAcknowledged(bus, stream, ['pipeline_rare'])).toEqual({ messages: 6, heldBy: undefined })
  expect((await info()).state).toMatchObject({ messages: 0, last_seq: 10 })
})

test('an erasure is published into a stream that accepts nothing else, before hundreds of waiting events (P-283)', async () => {
  const relay = await startSmallRelay()
  // 8 KiB each: without the reserve the stream would have no room for 200 erasures.
  await broker.db.sql`
    insert into outbox (event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, payload_bytes)
    select gen_random_uuid(), 'evt.jobs.parcel.changed.v1', i, 1, now(),
      json_build_object('parcelId', i, 'version', 1, 'note', repeat('x', 8000)), 8040
    from generate_series(1, 600) as i`
  await eventually('the stream is full', async () => (await relay.problem(60))?.startsWith('StreamFull'))
  for (let id = 1; id <= 200; id++) await confirmErasure(id)
  await eventually('200 erasures on the stream', async () => (await erasuresOnStream()) === 200)
  const [waiting] = await broker.db.sql`
    select count(*) from outbox where published_at is null and subject = 'evt.jobs.parcel.changed.v1'`
  expect(waiting!.count).toBeGreaterThan(250)
  expect(await fillRatio()).toBeGreaterThan(0.9)
  // The others follow as soon as the consumer has acknowledged what is on the stream.
  broker.startConsumer({ consumer: { ...parcelConsumer, filter: 'evt.jobs.parcel.>' } })
  await broker.drained(600)
})
