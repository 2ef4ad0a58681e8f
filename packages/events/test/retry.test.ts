import { openDb } from '@jobboard/db/db'
import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, expect, test } from 'vitest'
import { listDeadLetters } from '../src/consumer/dead-letter.ts'
import { streamName } from '../src/nats/topology.ts'
import { countEffects, parcelConsumer } from './support/effect.ts'
import { changeParcel } from './support/parcel.ts'
import { DURABLE, openTestBroker } from './support/test-broker.ts'

const broker = openTestBroker()
afterEach(() => broker.reset())

const deadLetters = async () => (await listDeadLetters(broker.db.sql, { skip: 0, take: 100 })).items
const withCode = (code: string, message = 'canceling statement due to statement timeout') =>
  Object.assign(new Error(message), { code })

/** The consumer of parcels, failing on events with the note `failing` as long as `errorOf` returns an error. */
const failingConsumer = (errorOf: () => Error | undefined) => ({
  ...parcelConsumer,
  async handle(sql: never, event: never) {
    const { note } = (event as { data: { note: string } }).data
    const error = note === 'failing' ? errorOf() : undefined
    if (error) throw error
    await parcelConsumer.handle(sql, event)
  },
})

test('hundreds of failing events delay no healthy event, and take effect when the cause is repaired (P-71)', async () => {
  const { db } = broker
  let isBroken = true
  const consumer = broker.startConsumer({
    consumer: failingConsumer(() => (isBroken ? new Error('cannot') : undefined)),
    // Every failing event is still waiting for its first retry when the healthy one is handled.
    retryPolicy: { initialDelayMs: 3_600_000, maxDelayMs: 3_600_000 },
  })
  for (let i = 1; i <= 300; i++) await changeParcel(db, i, 'failing')
  await changeParcel(db, 1_000)
  broker.startRelay()
  await eventually('the effect of the healthy event', async () => (await countEffects(db)).total === 1)
  await eventually('300 stored events', async () => (await consumer.metrics()).waiting === 300)
  expect(await consumer.metrics()).toMatchObject({ handled: 1, retries: 300, deadLetters: 0 })
  expect((await consumer.metrics()).oldestWaitingSeconds).toBeGreaterThan(0)
  isBroken = false
  await consumer.stop()
  await db.sql`update event_attempt set due_at = now()`
  broker.startConsumer()
  await broker.drained(301)
  expect(await countEffects(db)).toEqual({ total: 301, distinct: 301 })
})

test('a failed event that cannot be stored stays on the stream until it can', async () => {
  const { db, bus } = broker
  let calls = 0
  await db.sql`alter table event_attempt rename to event_attempt_elsewhere`
  broker.startRelay()
  broker.startConsumer({
    consumer: failingConsumer(() => (calls++ < 3 ? new Error('cannot') : undefined)),
    retryPolicy: { initialDelayMs: 5, outageDelayMs: 5 },
  })
  await changeParcel(db, 1, 'failing')
  await eventually('a redelivery', async () => {
    const info = await bus.jsm.consumers.info(streamName('jobs'), DURABLE).catch(() => undefined)
    return (info?.num_redelivered ?? 0) > 0
  })
  expect(await countEffects(db)).toEqual({ total: 0, distinct: 0 })
  await db.sql`alter table event_attempt_elsewhere rename to event_attempt`
  await broker.drained(1)
  expect(await countEffects(db)).toEqual({ total: 1, distinct: 1 })
})

test('retries of two replicas: every event takes effect once', async () => {
  const { db } = broker
  const other = openDb({ url: broker.url })
  const failed = new Set<string>()
  const failOnce = {
    ...parcelConsumer,
    async handle(sql: never, event: never) {
      const { id } = event as { id: string }
      if (failed.size < failed.add(id).size) throw new Error('not yet')
      await parcelConsumer.handle(sql, event)
    },
  }
  const retryPolicy = { initialDelayMs: 5 }
  broker.startRelay()
  const replicas = [db, other].map((one) =>
    broker.startConsumer({ db: one, consumer: failOnce, retryPolicy }),
  )
  for (let i = 1; i <= 150; i++) await changeParcel(db, i)
  await broker.drained(150)
  expect(await countEffects(db)).toEqual({ total: 150, distinct: 150 })
  for (const replica of replicas) await replica.stop()
  await other.close()
})

test.each(['57014', '40P01', '55P03'])(
  'an event that alone ends with %s is dead-lettered with its error while others are handled',
  async (code) => {
    const { db } = broker
    broker.startRelay()
    broker.startConsumer({
      consumer: failingConsumer(() => withCode(code)),
      retryPolicy: { outageDelayMs: 1 },
    })
    await changeParcel(db, 1, 'failing')
    await eventually('a dead letter', async () => {
      await changeParcel(db, 2)
      return (await deadLetters()).length === 1
    })
    const [letter] = await deadLetters()
    expect(letter).toMatchObject({ aggregateId: '1', attempts: 8 })
    expect(letter!.error).toContain('statement timeout')
  },
)

test('outages count nothing while no event is handled, and their error is stored', async () => {
  const { db } = broker
  let isBroken = true
  broker.startRelay()
  const consumer = broker.startConsumer({
    consumer: failingConsumer(() => (isBroken ? withCode('57P03', 'starting up') : undefined)),
    retryPolicy: { outageDelayMs: 1, outagesPerAttempt: 1_000_000 },
  })
  for (let i = 1; i <= 3; i++) await changeParcel(db, i, 'failing')
  await eventually('60 failures', async () => (await consumer.metrics()).retries >= 60)
  const attempts = await db.sql<{ error: string }>`select error from event_attempt where attempts <= 1`
  expect(attempts).toHaveLength(3)
  for (const { error } of attempts) expect(error).toMatch(/starting up|the process ended during attempt 1/)
  isBroken = false
  await broker.drained(3)
  expect(await deadLetters()).toEqual([])
})

test('an outage that always hits the only event counts an attempt after outagesPerAttempt retries', async () => {
  broker.startRelay()
  const consumer = broker.startConsumer({
    consumer: failingConsumer(() => withCode('57014')),
    retryPolicy: { outageDelayMs: 1, outagesPerAttempt: 4, maxAttempts: 3 },
  })
  await changeParcel(broker.db, 1, 'failing')
  await eventually('a dead letter', async () => (await deadLetters()).length === 1)
  expect((await deadLetters())[0]).toMatchObject({ attempts: 3 })
  expect((await consumer.metrics()).retries).toBe(3 * 4)
})

test('an error whose text names a timeout is no outage: it counts attempts', async () => {
  broker.startRelay()
  broker.startConsumer({
    consumer: failingConsumer(
      () => new TypeError("Cannot read properties of undefined (reading 'timeoutMs')"),
    ),
    retryPolicy: { initialDelayMs: 1, outagesPerAttempt: 1_000_000 },
  })
  await changeParcel(broker.db, 1, 'failing')
  await eventually('a dead letter', async () => (await deadLetters()).length === 1)
  expect((await deadLetters())[0]!.error).toContain('timeoutMs')
})

test('a database error is stored with code and place, without the values of the event', async () => {
  const { db } = broker
  broker.startRelay()
  broker.startConsumer({
    retryPolicy: { maxAttempts: 1 },
    consumer: {
      ...parcelConsumer,
      async handle(sql) {
        await sql`select ${'Ada Lovelace'}::text::integer`
      },
    },
  })
  await changeParcel(db, 1)
  await eventually('a dead letter', async () => (await deadLetters()).length === 1)
  expect((await deadLetters())[0]!.error).toMatch(/^DatabaseError: code 22P02/)
})
