import type { Db } from '@jobboard/db/db'
import { eventually } from '@jobboard/testkit/eventually'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { afterEach, expect, test } from 'vitest'
import { listDeadLetters, retryDeadLetter } from '../src/consumer/dead-letter.ts'
import { appendEvent } from '../src/publisher/outbox.ts'
import { countEffects, parcelConsumer } from './support/effect.ts'
import { changeParcel, parcelChanged } from './support/parcel.ts'
import { DURABLE, openTestBroker } from './support/test-broker.ts'

const broker = openTestBroker()
afterEach(() => broker.reset())

const fastRetry = { initialDelayMs: 5 }
const deadLetters = async (db: Db) => (await listDeadLetters(db.sql, { skip: 0, take: 100 })).items
const failingOn = (note: string, error: Error) => ({
  ...parcelConsumer,
  async handle(sql: never, event: never) {
    if ((event as { data: { note: string } }).data.note === note) throw error
    await parcelConsumer.handle(sql, event)
  },
})

test('an event that fails 8 times is dead-lettered, others take effect, and its retry takes effect once', async () => {
  const { db } = broker
  broker.startRelay()
  const consumer = broker.startConsumer({
    consumer: failingOn('poison', new Error('cannot')),
    retryPolicy: fastRetry,
  })
  const id = await changeParcel(db, 1, 'poison')
  for (let i = 2; i <= 20; i++) await changeParcel(db, i)
  await broker.drained(19)
  const [letter, ...others] = await deadLetters(db)
  expect(others).toEqual([])
  expect(letter).toMatchObject({
    consumer: DURABLE,
    eventId: id,
    error: 'Error: cannot',
    attempts: 8,
  })
  expect(await consumer.metrics()).toMatchObject({ handled: 19, retries: 8, deadLettered: 1, deadLetters: 1 })

  const data = { parcelId: 1, version: 1, note: 'poison' }
  const deliveredAgain = { ...letter!, id, aggregateVersion: 1, occurredAt: '', data }
  expect(await receiveEvent(db, 'pipeline', parcelConsumer, deliveredAgain)).toBe(false)
  const failing = failingOn('poison', new Error('still not'))
  const retry = (consumer: typeof parcelConsumer) =>
    db.tx((sql) => retryDeadLetter(sql, 'pipeline', [consumer], letter!.number))
  await expect(retry(failing)).rejects.toThrow('still not')
  expect(await deadLetters(db)).toHaveLength(1)
  const retries = [1, 2, 3].map(() => retry(parcelConsumer))
  expect((await Promise.all(retries)).sort()).toEqual([false, false, true])
  expect(await countEffects(db)).toEqual({ total: 20, distinct: 20 })
  expect(await deadLetters(db)).toEqual([])
})

test('an event that breaks its contract is dead-lettered on the first attempt', async () => {
  const { db, bus } = broker
  broker.startRelay()
  broker.startConsumer()
  const invalidData = { parcelId: 'one', version: 1, note: '' } as never
  const event = { aggregateId: 1, aggregateVersion: 1, occurredAt: new Date(), data: invalidData }
  const id = await db.tx((sql) => appendEvent(sql, parcelChanged, event))
  await changeParcel(db, 2)
  await broker.drained(1)
  await bus.js.publish(parcelChanged.subject, 'not JSON, no headers')
  await eventually('two dead letters', async () => (await deadLetters(db)).length === 2)
  const letters = (await deadLetters(db)).reverse()
  expect(letters[0]).toMatchObject({ eventId: id, attempts: 1, aggregateId: '1' })
  expect(letters[0]!.error).toContain('parcelId')
  expect(letters[1]!.error).toContain('headers')
})

test('an outage counts no attempts: the event takes effect after it', async () => {
  const { db } = broker
  let failures = 0
  broker.startRelay()
  broker.startConsumer({
    retryPolicy: { ...fastRetry, outageDelayMs: 1, maxAttempts: 3 },
    consumer: {
      ...parcelConsumer,
      async handle(sql, event) {
        if (failures++ < 20) throw Object.assign(new Error('connection lost'), { code: '08006' })
        await parcelConsumer.handle(sql, event)
      },
    },
  })
  await changeParcel(db, 1)
  await broker.drained(1)
  expect(failures).toBe(21)
  expect(await deadLetters(db)).toEqual([])
  expect(await db.sql`select 1 from event_attempt`).toEqual([])
})

test('a handler that swallows a database error does not lose the event: it is dead-lettered', async () => {
  const { db } = broker
  broker.startRelay()
  broker.startConsumer({
    retryPolicy: { maxAttempts: 1 },
    consumer: {
      ...parcelConsumer,
      async handle(sql, event) {
        await parcelConsumer.handle(sql, event)
        await sql`insert into parcel (id, version) values (1, 1)`.catch((error: { constraint?: string }) => {
          if (error.constraint !== 'parcel_pkey') throw error
        })
      },
    },
  })
  await changeParcel(db, 1)
  await eventually('a dead letter', async () => (await deadLetters(db)).length === 1)
  expect((await deadLetters(db))[0]!.error).toContain('rolled back')
})

test('retries run one at a time', async () => {
  const { db } = broker
  const failed = new Set<string>()
  let running = 0
  let maxRunning = 0
  broker.startRelay()
  broker.startConsumer({
    retryPolicy: fastRetry,
    consumer: {
      ...parcelConsumer,
      async handle(sql, event) {
        if (failed.size < failed.add(event.id).size) throw new Error('first attempt fails')
        maxRunning = Math.max(maxRunning, ++running)
        await sql`select pg_sleep(0.01)`
        running--
        await parcelConsumer.handle(sql, event)
      },
    },
  })
  for (let i = 1; i <= 20; i++) await changeParcel(db, i)
  await broker.drained(20)
  expect(maxRunning).toBe(1)
})
