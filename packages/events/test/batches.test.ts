import { randomUUID } from 'node:crypto'
// biome-ignore lint/plugin: how quickly events follow each other is the subject
import { setTimeout as sleep } from 'node:timers/promises'
import { runIn, startSpan } from '@jobboard/process/tracing/span'
import { eventually } from '@jobboard/testkit/eventually'
import { recordSpans } from '@jobboard/testkit/record-spans'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { listDeadLetters } from '../src/consumer/dead-letter.ts'
import { ensureDurable, MAX_ACK_PENDING } from '../src/consumer/durable.ts'
import { toMessage } from '../src/nats/message.ts'
import { streamName } from '../src/nats/topology.ts'
import { appendEvent } from '../src/publisher/outbox.ts'
import { batchedParcelConsumer, countEffects, type ParcelEffect } from './support/effect.ts'
import { changeParcel, changeParcels, parcelChanged } from './support/parcel.ts'
import { DURABLE, openTestBroker } from './support/test-broker.ts'

const broker = openTestBroker()
afterEach(() => broker.reset())

/** Publishes events while one event before them is handled, alone, so that they wait together. Returns the sizes of the
 * transactions after it. */
async function consumeTogether(
  publish: () => Promise<unknown>,
  { before, prepare }: { before?: (effects: ParcelEffect[]) => void; prepare?: () => unknown } = {},
) {
  const first = Promise.withResolvers<void>()
  const waits = Promise.withResolvers<void>()
  const sizes: number[] = []
  let isFirst = true
  const consumer = batchedParcelConsumer({
    prepare: () => (isFirst ? undefined : prepare?.()),
    async before(effects) {
      if (isFirst) {
        isFirst = false
        first.resolve()
        return waits.promise
      }
      sizes.push(effects.length)
      before?.(effects)
    },
  })
  broker.startRelay()
  const running = broker.startConsumer({ consumer, retryPolicy: { initialDelayMs: 5 }, ackWaitMs: 5_000 })
  await changeParcel(broker.db, 999)
  await first.promise
  await publish()
  await eventually('they wait in memory', async () => {
    const unpublished = await broker.db.sql`select 1 from outbox where published_at is null limit 1`
    const { num_pending, num_ack_pending } = await broker.bus.jsm.consumers.info(streamName('jobs'), DURABLE)
    return unpublished.length === 0 && (num_pending === 0 || num_ack_pending === MAX_ACK_PENDING)
  })
  waits.resolve()
  return { sizes, running }
}

const deadLetters = async () => (await listDeadLetters(broker.db.sql, { skip: 0, take: 100 })).items
const failOn = (note: string) => (effects: ParcelEffect[]) => {
  if (effects.some((effect) => effect.note === note)) throw new Error('cannot')
}
const changeMany = (count: number, note = (_: number) => '') =>
  Promise.all(Array.from({ length: count }, (_, i) => changeParcel(broker.db, i, note(i))))

/** Publishes one event, once for each message id, past the outbox. */
async function publish(id: number, msgIDs = [randomUUID() as string]): Promise<void> {
  const payload = JSON.stringify({ parcelId: id, version: 1, note: '' })
  const { headers, bytes } = toMessage({
    ...{ id, eventId: randomUUID(), subject: parcelChanged.subject, traceparent: null, payload },
    ...{ aggregateId: String(id), aggregateVersion: 1, occurredAt: new Date() },
  })
  for (const msgID of msgIDs) await broker.bus.js.publish(parcelChanged.subject, bytes, { msgID, headers })
}

test('200 events that wait are handled up to 64 in a transaction, each once, those of an aggregate in order', async () => {
  const { sizes, running } = await consumeTogether(() => changeParcels(broker.db, 200))
  await broker.drained(201)
  expect(await countEffects(broker.db)).toEqual({ total: 201, distinct: 201 })
  expect(Math.max(...sizes)).toBe(64)
  const [row] = await broker.db.sql<{ transactions: number }>`
    select count(distinct xmin::text)::int as transactions from effect`
  expect(row!.transactions).toBe(1 + sizes.length)
  expect(sizes.length).toBeLessThan(20)
  const order = await broker.db.sql`
    select parcel_id from (
      select parcel_id, version, lag(version) over (partition by parcel_id order by id) as before from effect) as effect
    where version < before`
  expect(order).toEqual([])
  expect(await running.metrics()).toMatchObject({ handled: 201, duplicates: 0, retries: 0 })
})

test('events that follow each other quickly share transactions, also where each could be handled before the next', async () => {
  const sizes: number[] = []
  const consumer = batchedParcelConsumer({ before: async (effects) => void sizes.push(effects.length) })
  broker.startRelay()
  broker.startConsumer({ consumer })
  await changeParcel(broker.db, 0)
  await broker.drained(1)
  const published: Promise<void>[] = []
  for (let id = 1; id <= 60; id++) {
    published.push(publish(id))
    await sleep(6)
  }
  await Promise.all(published)
  await broker.drained(61)
  expect(sizes.length).toBeLessThan(40)
})

test('an event that fails is a dead letter alone; the others of its batch take effect once and in order', async () => {
  let failures = 0
  const { running } = await consumeTogether(
    async () => {
      await changeParcels(broker.db, 50)
      await changeParcel(broker.db, 99, 'poison')
      await changeParcels(broker.db, 50)
    },
    {
      before(effects) {
        failures += Number(effects.length > 1 && effects.some(({ note }) => note === 'poison'))
        failOn('poison')(effects)
      },
    },
  )
  await broker.drained(101)
  const letters = await deadLetters()
  expect(letters).toMatchObject([{ aggregateId: '99', attempts: 8, error: 'Error: cannot' }])
  expect(failures).toBe(1)
  expect(await countEffects(broker.db)).toEqual({ total: 101, distinct: 101 })
  const order = await broker.db.sql`
    select parcel_id from (
      select parcel_id, version, lag(version) over (partition by parcel_id order by id) as before from effect) as effect
    where version < before`
  expect(order).toEqual([])
  expect(await running.metrics()).toMatchObject({ handled: 101, retries: 8, deadLettered: 1 })
})

test('batches shrink to 8 while they fail, and grow again', async () => {
  let failures = 0
  const { sizes } = await consumeTogether(() => changeMany(400), {
    before(effects) {
      if (effects.length > 1 && failures++ < 5) throw new Error('cannot')
    },
  })
  await broker.drained(401)
  const batches = sizes.filter((size) => size > 1)
  expect(batches.slice(0, 6)).toEqual([64, 32, 16, 8, 8, 8])
  expect(Math.max(...batches.slice(6))).toBeGreaterThan(16)
  expect(await countEffects(broker.db)).toEqual({ total: 401, distinct: 401 })
})

test('a batch ends with the event that exceeds 1 MiB', async () => {
  const { sizes } = await consumeTogether(() => changeMany(9, () => 'x'.repeat(400_000)))
  await broker.drained(10)
  expect(sizes).toEqual([3, 3, 3])
})

test('an invalid event never enters a batch: a dead letter at once, the others in one transaction', async () => {
  const data = { parcelId: 'one', version: 1, note: '' } as never
  const event = { aggregateId: 77, aggregateVersion: 1, occurredAt: new Date(), data }
  const { sizes } = await consumeTogether(async () => {
    await changeMany(5)
    await broker.db.tx((sql) => appendEvent(sql, parcelChanged, event))
    await changeParcel(broker.db, 5)
  })
  await broker.drained(7)
  expect(await deadLetters()).toMatchObject([{ aggregateId: '77', attempts: 1 }])
  expect(sizes).toEqual([6])
})

test('redelivered events never enter a batch: they are retried one at a time', async () => {
  broker.startRelay()
  await ensureDurable(broker.bus, DURABLE, 'evt.jobs.>', 5_000)
  await changeMany(20)
  const source = await broker.bus.js.consumers.get(streamName('jobs'), DURABLE)
  for (let left = 20; left > 0; ) {
    for await (const message of await source.fetch({ max_messages: left, expires: 1_000 })) {
      left--
      // Delivered again while the consumer reads, not to this fetch.
      message.nak(1_000)
    }
  }
  const sizes: number[] = []
  let running = 0
  let maxRunning = 0
  const consumer = batchedParcelConsumer({
    async before(effects) {
      sizes.push(effects.length)
      maxRunning = Math.max(maxRunning, ++running)
      await broker.db.sql`select pg_sleep(0.01)`
      running--
    },
  })
  broker.startConsumer({ consumer, ackWaitMs: 5_000 })
  await broker.drained(20)
  expect(sizes).toEqual(Array.from({ length: 20 }, () => 1))
  expect(maxRunning).toBe(1)
  expect(await countEffects(broker.db)).toEqual({ total: 20, distinct: 20 })
})

test('an event that is in a batch twice takes effect once; the next batch is first checked for such events', async () => {
  const { sizes, running } = await consumeTogether(async () => {
    for (let id = 1; id <= 40; id++) await publish(id, [`${id} one`, `${id} two`])
  })
  await broker.drained(41)
  expect(sizes).toEqual([64, 32, 8])
  expect(await countEffects(broker.db)).toEqual({ total: 41, distinct: 41 })
  expect(await running.metrics()).toMatchObject({ handled: 41, duplicates: 40 })
})

test('what is computed of an event is computed before the transaction begins', async () => {
  const inUse: number[] = []
  const { sizes } = await consumeTogether(() => changeMany(20), {
    prepare: async () => {
      const open = await broker.db.sql`
        select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`
      inUse.push(open.length)
    },
  })
  await broker.drained(21)
  expect(sizes).toEqual([20])
  expect(inUse).toEqual(Array.from({ length: 20 }, () => 0))
})

test('each event of a batch is handled in its own trace', async () => {
  let recording: ReturnType<typeof recordSpans> | undefined
  onTestFinished(() => recording?.stop())
  const traceIds: string[] = []
  const changeInRequest = (parcelId: number) => {
    const request = startSpan({ name: 'request', kind: 'server' })!
    traceIds.push(request.traceId)
    return runIn(request, () => changeParcel(broker.db, parcelId))
  }
  const { sizes } = await consumeTogether(() => {
    recording = recordSpans()
    return Promise.all([1, 2, 3].map(changeInRequest))
  })
  await broker.drained(4)
  expect(sizes).toEqual([3])
  const processed = recording!.spans.filter(({ name }) => name === `process ${parcelChanged.subject}`)
  expect(processed.map(({ traceId }) => traceId).sort()).toEqual(traceIds.sort())
  expect(processed.every(({ isEnded, isFailed }) => isEnded && !isFailed)).toBe(true)
  const stored = await broker.db.sql<{
    traceparent: string
  }>`select traceparent from effect where traceparent is not null order by traceparent`
  expect(stored.map(({ traceparent }) => traceparent)).toEqual(
    processed.map(({ traceparent }) => traceparent).sort(),
  )
})
