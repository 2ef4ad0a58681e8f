import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Bus } from '../src/bus.ts'
import { startConsumer } from '../src/consumer.ts'
import { startRelay } from '../src/relay.ts'
import { countEffects, effects } from './effect.ts'
import { connectedBus, memoryLog, type Nats, openSchema, startNats, until } from './setup.ts'
import { changeThing, makeThingTables } from './thing.ts'

let schema: Awaited<ReturnType<typeof openSchema>>
let nats: Nats
let bus: Bus
const log = memoryLog()

beforeAll(async () => {
  schema = await openSchema()
  nats = await startNats()
  bus = await connectedBus(nats.url)
  await makeThingTables(schema.db)
})
afterAll(async () => {
  await bus?.close()
  await nats?.stop()
  await schema?.drop()
})

test('an event that was committed takes effect in the consumer', async () => {
  const { db } = schema
  const relay = startRelay({ db, bus, service: 'jobs', log })
  const running = startConsumer({ db, bus, service: 'pipeline', consumer: countEffects, log })
  for (let i = 0; i < 20; i++) await changeThing(db, i % 5)
  await until('20 effects', async () => (await effects(db)).total === 20)
  await until('marks', async () => (await relay.metrics()).unpublished === 0)
  expect(await running.metrics()).toMatchObject({ handled: 20, duplicates: 0, deadLetters: 0 })
  await running.stop()
  await relay.stop()
})
