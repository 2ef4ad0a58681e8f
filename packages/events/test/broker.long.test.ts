import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, expect, test } from 'vitest'
import { streamName } from '../src/nats/topology.ts'
import { countEffects } from './support/effect.ts'
import { changeParcels } from './support/parcel.ts'
import { restoreOlderState } from './support/restore-older-state.ts'
import { openTestBroker } from './support/test-broker.ts'

const broker = openTestBroker()
afterEach(() => broker.reset())

test('NATS killed three times under load: every event takes effect once', async () => {
  broker.startRelay()
  broker.startConsumer()
  for (let round = 0; round < 3; round++) {
    const writing = changeParcels(broker.db, 100, round * 100)
    await eventually('some effects', async () => (await countEffects(broker.db)).total > round * 100 + 10)
    await broker.nats.kill()
    await writing
    await broker.nats.start()
  }
  await broker.drained(300)
  expect(await countEffects(broker.db)).toEqual({ total: 300, distinct: 300 })
})

test('JetStream store restored to an older state while the relay runs: the outbox is replayed', async () => {
  await restoreOlderState(broker, { stopRelay: false })
})

test('stream deleted under load: created again, and every event takes effect once', async () => {
  broker.startRelay()
  broker.startConsumer()
  const writing = changeParcels(broker.db, 200)
  await eventually('some effects', async () => (await countEffects(broker.db)).total > 20)
  await broker.bus.jsm.streams.delete(streamName('jobs'))
  await writing
  await broker.drained(200)
  expect(await countEffects(broker.db)).toEqual({ total: 200, distinct: 200 })
})
