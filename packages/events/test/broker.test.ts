import { openControllableNats } from '@jobboard/testkit/controllable-nats'
import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, expect, test } from 'vitest'
import { openBus } from '../src/nats/bus.ts'
import { streamName } from '../src/nats/topology.ts'
import { republishSince } from '../src/publisher/outbox.ts'
import { countEffects } from './support/effect.ts'
import { silentLog } from './support/open.ts'
import { changeParcel } from './support/parcel.ts'
import { DURABLE, openTestBroker } from './support/test-broker.ts'

const broker = openTestBroker()
afterEach(() => broker.reset())

const changeParcels = async (count: number, from = 0) => {
  for (let i = 0; i < count; i++) await changeParcel(broker.db, (from + i) % 25)
}

test('a service starts while NATS is down: commits succeed, events wait in the outbox and are delivered later', async () => {
  const nats = await openControllableNats()
  await nats.stopServer()
  const bus = openBus({ url: nats.url, name: 'early', log: silentLog })
  const relay = broker.startRelay({ bus })
  const consumer = broker.startConsumer({ bus })
  await changeParcels(3)
  expect(bus.isUp()).toBe(false)
  expect((await relay.metrics()).unpublished).toBe(3)
  expect(() => bus.nc).toThrow('not connected')
  await nats.start()
  await eventually('3 effects', async () => (await countEffects(broker.db)).total === 3)
  await consumer.stop()
  await relay.stop()
  await bus.close()
  await nats.stop()
})

test('relay and consumer stop while NATS is down and has never been up', async () => {
  const nats = await openControllableNats()
  await nats.stopServer()
  const bus = openBus({ url: nats.url, name: 'early', log: silentLog })
  const relay = broker.startRelay({ bus })
  const consumer = broker.startConsumer({ bus })
  await Promise.all([consumer.stop(), relay.stop()])
  await bus.close()
  await nats.stop()
})

test('NATS killed three times under load: every event takes effect once', async () => {
  broker.startRelay()
  broker.startConsumer()
  for (let round = 0; round < 3; round++) {
    const writing = changeParcels(100, round * 100)
    await eventually('some effects', async () => (await countEffects(broker.db)).total > round * 100 + 10)
    await broker.nats.kill()
    await writing
    await broker.nats.start()
  }
  await broker.drained(300)
  expect(await countEffects(broker.db)).toEqual({ total: 300, distinct: 300 })
})

test('JetStream store lost: streams are created again, and republishSince delivers every event once', async () => {
  const since = new Date(Date.now() - 60_000)
  const relay = broker.startRelay()
  const consumer = broker.startConsumer()
  await changeParcels(50)
  await broker.drained(50)
  await consumer.stop()
  await changeParcels(50)
  await eventually('all rows are marked published', async () => (await relay.metrics()).unpublished === 0)
  await broker.nats.kill()
  await broker.nats.wipe()
  const writing = changeParcels(50)
  await broker.nats.start()
  await writing
  broker.startConsumer()
  await broker.drained(100)
  // 50 events were acknowledged by the lost store and not consumed: only the outbox still has them.
  expect((await countEffects(broker.db)).total).toBe(100)
  expect(await republishSince(broker.db, since)).toBe(150)
  await broker.drained(150)
  expect(await countEffects(broker.db)).toEqual({ total: 150, distinct: 150 })
})

test('durable deleted under load: created again, every event takes effect once', async () => {
  broker.startRelay()
  broker.startConsumer()
  const writing = changeParcels(200)
  await eventually('some effects', async () => (await countEffects(broker.db)).total > 20)
  await broker.bus.jsm.consumers.delete(streamName('jobs'), DURABLE)
  await writing
  await broker.drained(200)
  expect(await countEffects(broker.db)).toEqual({ total: 200, distinct: 200 })
})

test('stream deleted without consumers: the relay creates it again', async () => {
  const relay = broker.startRelay()
  await changeParcels(1)
  await eventually('the row is marked published', async () => (await relay.metrics()).published === 1)
  await broker.bus.jsm.streams.delete(streamName('jobs'))
  await changeParcels(5)
  await eventually('all rows are marked published', async () => (await relay.metrics()).published === 6)
})

test('stream deleted under load: created again, and after republishSince every event took effect once', async () => {
  broker.startRelay()
  broker.startConsumer()
  const writing = changeParcels(200)
  await eventually('some effects', async () => (await countEffects(broker.db)).total > 20)
  await broker.bus.jsm.streams.delete(streamName('jobs'))
  await writing
  await republishSince(broker.db, new Date(0))
  await broker.drained(200)
  expect(await countEffects(broker.db)).toEqual({ total: 200, distinct: 200 })
})
