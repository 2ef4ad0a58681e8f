import { randomUUID } from 'node:crypto'
import { stateType } from '@jobboard/contracts/event'
import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { consumer } from '../src/consumer/consumer.ts'
import { toMessage } from '../src/nats/message.ts'
import { stateStreamName } from '../src/nats/topology.ts'
import { countEffects } from './support/effect.ts'
import { openTestBroker } from './support/test-broker.ts'

const parcelState = stateType(
  'jobs',
  'parcel',
  1,
  z.object({ parcelId: z.int(), version: z.int(), note: z.string() }),
  '',
)
const broker = openTestBroker()
afterEach(async () => {
  await broker.reset()
  await broker.bus.jsm.streams.delete(stateStreamName('jobs'))
})

/** Starts a consumer of states that fails on the note `fail`; `mayHandle` holds the first one back. */
async function startStateConsumer(mayHandle: Promise<void> = Promise.resolve()) {
  const running = broker.startConsumer({
    consumer: consumer({
      name: 'parcel_state',
      filter: 'state.jobs.>',
      events: [parcelState],
      async handle(sql, { id, data: { parcelId, version, note } }) {
        await mayHandle
        if (note === 'fail') throw new Error('cannot')
        await sql`insert into effect (parcel_id, version, event_id) values (${parcelId}, ${version}, ${id})`
        await sql`
          insert into projection (parcel_id, version) values (${parcelId}, ${version})
          on conflict (parcel_id) do update set version = excluded.version
          where projection.version < excluded.version`
      },
    }),
    retryPolicy: { maxAttempts: 1 },
    ackWaitMs: 5_000,
  })
  await eventually('the durable exists, without which no state is stored for it', () =>
    broker.bus.jsm.consumers.info(stateStreamName('jobs'), 'pipeline_parcel_state').then(
      () => true,
      () => false,
    ),
  )
  return running
}

function publish(parcelId: number, version: number, note = ''): Promise<unknown> {
  const row = { id: 1, eventId: randomUUID(), subject: parcelState.subject, traceparent: null }
  const payload = JSON.stringify({ parcelId, version, note })
  const { headers, bytes } = toMessage({
    ...row,
    payload,
    aggregateId: String(parcelId),
    aggregateVersion: version,
    occurredAt: new Date(),
  })
  return broker.bus.js.publish(row.subject, bytes, { headers })
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)
const effects = (count: number) =>
  eventually(`${count} effects`, async () => (await countEffects(broker.db)).total >= count)
const isEmpty = () =>
  eventually(
    'every state is acknowledged',
    async () => (await broker.bus.jsm.streams.info(stateStreamName('jobs'))).state.messages === 0,
  )

test('1000 states that wait are handled in batches, each in one transaction', async () => {
  const published = Promise.withResolvers<void>()
  const running = await startStateConsumer(published.promise)
  await Promise.all(numbers(1_000).map((i) => publish(i, 1)))
  published.resolve()
  await effects(1_000)
  await isEmpty()
  const [row] = await broker.db.sql<{ transactions: number }>`
    select count(distinct xmin::text) as transactions from effect`
  expect(row!.transactions).toBeLessThan(200)
  expect(await countEffects(broker.db)).toEqual({ total: 1_000, distinct: 1_000 })
  expect(await running.metrics()).toMatchObject({ handled: 1_000 })
})

test('a state that fails within a batch: the others take effect once, it becomes a dead letter', async () => {
  const published = Promise.withResolvers<void>()
  await startStateConsumer(published.promise)
  await Promise.all(numbers(150).map((i) => publish(i, 1, i % 50 === 7 ? 'fail' : '')))
  published.resolve()
  await effects(147)
  await isEmpty()
  expect(await countEffects(broker.db)).toEqual({ total: 147, distinct: 147 })
  const letters = await broker.db.sql<{ aggregateId: string }>`
    select aggregate_id from dead_letter order by aggregate_id::int`
  expect(letters.map(({ aggregateId }) => aggregateId)).toEqual(['7', '57', '107'])
})

test('states of one aggregate in one batch, in any order: the newest version stays', async () => {
  const published = Promise.withResolvers<void>()
  await startStateConsumer(published.promise)
  for (const version of [3, 1, 5, 2, 4]) await publish(1, version)
  published.resolve()
  await effects(5)
  expect(await broker.db.sql`select parcel_id, version from projection`).toEqual([
    { parcelId: 1, version: 5 },
  ])
})
