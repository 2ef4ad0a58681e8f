import { openControllableNats } from '@jobboard/testkit/controllable-nats'
import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, expect, test } from 'vitest'
import { openBus } from '../src/nats/bus.ts'
import { streamName } from '../src/nats/topology.ts'
import { countEffects } from './support/effect.ts'
import { silentLog } from './support/open.ts'
import { changeParcels } from './support/parcel.ts'
import { restoreOlderState } from './support/restore-older-state.ts'
import { DURABLE, openTestBroker } from './support/test-broker.ts'

const broker = openTestBroker()
afterEach(() => broker.reset())

test('a service starts while NATS is down: commits succeed, events wait in the outbox and are delivered later', async () => {
  const nats = await openControllableNats()
  await nats.stopServer()
  const bus = openBus({ url: nats.url, name: 'early', log: silentLog })
  const relay = broker.startRelay({ bus })
  const consumer = broker.startConsumer({ bus })
  await changeParcels(broker.db, 3)
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

test('JetStream store lost: streams are created again, and the outbox is replayed without an operator', async () => {
  const relay = broker.startRelay()
  const consumer = broker.startConsumer()
  await changeParcels(broker.db, 50)
  await broker.drained(50)
  await consumer.stop()
  await changeParcels(broker.db, 50)
  await eventually('all rows are marked published', async () => (await relay.metrics()).unpublished === 0)
  await broker.nats.kill()
  await broker.nats.wipe()
  const writing = changeParcels(broker.db, 50)
  await broker.nats.start()
  await writing
  broker.startConsumer()
  // 50 events were acknowledged by the lost store and not consumed: only the outbox still has them.
  await broker.drained(150)
  expect(await countEffects(broker.db)).toEqual({ total: 150, distinct: 150 })
  expect(await broker.db.sql`select reason from outbox_replay`).toEqual([{ reason: 'stream_recreated' }])
})

test('JetStream store lost while no relay runs: the next relay replays the outbox', async () => {
  const relay = broker.startRelay()
  await changeParcels(broker.db, 20)
  await eventually('all rows are marked published', async () => (await relay.metrics()).unpublished === 0)
  await relay.stop()
  await broker.bus.jsm.streams.delete(streamName('jobs'))
  broker.startRelay()
  broker.startConsumer()
  await broker.drained(20)
  expect(await countEffects(broker.db)).toEqual({ total: 20, distinct: 20 })
})

test('JetStream store restored to an older state while no relay runs: the outbox is replayed', async () => {
  await restoreOlderState(broker, { stopRelay: true })
})

test('durable deleted under load: created again, every event takes effect once', async () => {
  broker.startRelay()
  broker.startConsumer()
  const writing = changeParcels(broker.db, 200)
  await eventually('some effects', async () => (await countEffects(broker.db)).total > 20)
  await broker.bus.jsm.consumers.delete(streamName('jobs'), DURABLE)
  await writing
  await broker.drained(200)
  expect(await countEffects(broker.db)).toEqual({ total: 200, distinct: 200 })
})

test('stream deleted without consumers: the relay creates it again', async () => {
  const relay = broker.startRelay()
  await changeParcels(broker.db, 1)
  await eventually('the row is marked published', async () => (await relay.metrics()).published === 1)
  await broker.bus.jsm.streams.delete(streamName('jobs'))
  await changeParcels(broker.db, 5)
  await eventually('all rows are marked published', async () => (await relay.metrics()).published === 6)
})
