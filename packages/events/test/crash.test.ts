import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, expect, test } from 'vitest'
import { streamName } from '../src/nats/topology.ts'
import { batchedParcelConsumer, countEffects } from './support/effect.ts'
import { forkFixture } from './support/fork-fixture.ts'
import { changeParcel } from './support/parcel.ts'
import { openTestBroker } from './support/test-broker.ts'

const broker = openTestBroker()
afterEach(() => broker.reset())

const storedMessages = async () => (await broker.bus.jsm.streams.info(streamName('jobs'))).state.messages

test('publisher killed before its commit: neither state nor event', async () => {
  expect(await forkFixture(broker, 'publisher', { failpoints: 'publisher-before-commit' }).ended).toBe(
    'SIGKILL',
  )
  broker.startRelay()
  broker.startConsumer()
  await changeParcel(broker.db, 77)
  await broker.drained(1)
  expect(await broker.db.sql`select parcel_id from effect`).toEqual([{ parcelId: 77 }])
  expect(await broker.db.sql`select id from parcel`).toEqual([{ id: 77 }])
})

test('publisher killed after its commit: the next process publishes the event', async () => {
  expect(await forkFixture(broker, 'publisher', { failpoints: 'publisher-after-commit' }).ended).toBe(
    'SIGKILL',
  )
  broker.startRelay()
  broker.startConsumer()
  await broker.drained(1)
  expect(await broker.db.sql`select parcel_id, version from effect`).toEqual([{ parcelId: 1, version: 1 }])
})

test('relay killed between publish and mark: published again, dropped by the stream, one effect', async () => {
  for (let i = 1; i <= 5; i++) await changeParcel(broker.db, i)
  expect(await forkFixture(broker, 'relay', { failpoints: 'relay-after-publish' }).ended).toBe('SIGKILL')
  expect(await storedMessages()).toBe(5)
  const relay = broker.startRelay()
  broker.startConsumer()
  await broker.drained(5)
  expect(await relay.metrics()).toMatchObject({ published: 5, unpublished: 0 })
  expect.soft(await storedMessages()).toBe(5)
  expect(await countEffects(broker.db)).toEqual({ total: 5, distinct: 5 })
})

test('consumer killed between commit and acknowledgement: redelivered, one effect', async () => {
  for (let i = 1; i <= 5; i++) await changeParcel(broker.db, i)
  broker.startRelay()
  expect(await forkFixture(broker, 'consumer', { failpoints: 'consumer-after-commit' }).ended).toBe('SIGKILL')
  const consumer = broker.startConsumer()
  await broker.drained(5)
  expect((await consumer.metrics()).duplicates).toBeGreaterThan(0)
  expect(await countEffects(broker.db)).toEqual({ total: 5, distinct: 5 })
  expect(await broker.db.sql`select 1 from event_attempt`).toEqual([])
})

/** Kills a consumer at a failpoint of a batch. Returns how many effects were stored then, and the duplicates of the next
 * consumer, after which each of 50 events has taken effect once. */
async function killInBatch(failpoints: string): Promise<{ stored: number; duplicates: number }> {
  for (let i = 1; i <= 50; i++) await changeParcel(broker.db, i)
  const relay = broker.startRelay()
  await eventually('published', async () => relay.counts().published === 50)
  expect(await forkFixture(broker, 'consumer', { failpoints, isBatched: true }).ended).toBe('SIGKILL')
  const { total: stored } = await countEffects(broker.db)
  const consumer = broker.startConsumer({ consumer: batchedParcelConsumer() })
  await broker.drained(50)
  expect(await countEffects(broker.db)).toEqual({ total: 50, distinct: 50 })
  return { stored, duplicates: (await consumer.metrics()).duplicates }
}

test('consumer killed between the writes of a batch and its commit: none is stored, then each once', async () => {
  const { stored, duplicates } = await killInBatch('batch-before-commit')
  // An event that arrives alone has a transaction of its own.
  expect(stored).toBeLessThanOrEqual(1)
  expect(duplicates).toBeLessThanOrEqual(stored)
})

test('consumer killed between the commit of a batch and its acknowledgements: redelivered, each effect once', async () => {
  const { stored, duplicates } = await killInBatch('batch-after-commit')
  expect(stored).toBeGreaterThan(1)
  expect(duplicates).toBeGreaterThan(0)
})

test('consumer killed between storing a failed event and acknowledging it: retried, one effect', async () => {
  await changeParcel(broker.db, 1, 'fail')
  for (let i = 2; i <= 5; i++) await changeParcel(broker.db, i)
  broker.startRelay()
  expect(await forkFixture(broker, 'consumer', { failpoints: 'consumer-after-store' }).ended).toBe('SIGKILL')
  expect(await broker.db.sql`select aggregate_id, attempts from event_attempt`).toEqual([
    { aggregateId: '1', attempts: 1 },
  ])
  broker.startConsumer()
  await broker.drained(5)
  expect(await countEffects(broker.db)).toEqual({ total: 5, distinct: 5 })
})

test('an event that kills the process at each of its attempts is dead-lettered, and the others take effect', async () => {
  await changeParcel(broker.db, 1, 'crash')
  for (let i = 2; i <= 5; i++) await changeParcel(broker.db, i)
  broker.startRelay()
  const isDeadLettered = async () => (await broker.db.sql`select 1 from dead_letter`).length > 0
  let crashes = 0
  for (let done = false; !done; ) {
    const process = forkFixture(broker, 'consumer', { maxAttempts: 3 })
    const ended = process.ended.then((signal) => ({ signal }))
    const result = await Promise.race([ended, eventually('a crash or a dead letter', isDeadLettered)])
    done = result === true
    if (done) process.kill()
    else crashes++
    await process.ended
  }
  broker.startConsumer()
  await broker.drained(4)
  expect(crashes).toBe(3)
  expect(await broker.db.sql`select aggregate_id, attempts, error from dead_letter`).toEqual([
    { aggregateId: '1', attempts: 3, error: 'the process ended during attempt 3' },
  ])
  expect(await countEffects(broker.db)).toEqual({ total: 4, distinct: 4 })
})
