import { eventually } from '@jobboard/testkit/eventually'
import { expect } from 'vitest'
import { countEffects } from './effect.ts'
import { changeParcels } from './parcel.ts'
import type { TestBroker } from './test-broker.ts'

/** Restores the store of NATS from before 20 of 40 events, and expects the effect of each event once. */
export async function restoreOlderState(
  broker: TestBroker,
  { stopRelay }: { stopRelay: boolean },
): Promise<void> {
  const { db, nats } = broker
  const relay = broker.startRelay()
  const settled = async () => (await relay.metrics()).unpublished === 0
  await changeParcels(db, 20)
  await eventually('20 published events', settled)
  await nats.stopServer()
  await nats.snapshot()
  await nats.start()
  await changeParcels(db, 20)
  await eventually('40 published events', settled)
  if (stopRelay) await relay.stop()
  await nats.stopServer()
  await nats.restore()
  await nats.start()
  if (stopRelay) broker.startRelay()
  broker.startConsumer()
  await broker.drained(40)
  expect(await countEffects(db)).toEqual({ total: 40, distinct: 40 })
  expect(await db.sql`select reason from outbox_replay`).toEqual([{ reason: 'stream_restored' }])
}
