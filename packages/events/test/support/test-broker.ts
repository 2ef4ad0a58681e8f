import type { Db } from '@jobboard/db/db'
import { type ControllableNats, openControllableNats } from '@jobboard/testkit/controllable-nats'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll } from 'vitest'
import {
  type ConsumerOptions,
  type RunningConsumer,
  startConsumer,
} from '../../src/consumer/start-consumer.ts'
import type { Bus, Log } from '../../src/nats/bus.ts'
import { streamName } from '../../src/nats/topology.ts'
import type { LeaderTimes } from '../../src/publisher/leadership.ts'
import { type Relay, type RelayBacklog, type RelayCounts, startRelay } from '../../src/publisher/relay.ts'
import { countEffects, parcelConsumer } from './effect.ts'
import { openConnectedBus, openEventSchema, silentLog } from './open.ts'
import { createParcelTables } from './parcel.ts'

/** A schema, a nats-server and a bus for one test file: `jobs` publishes parcels, `pipeline` consumes them. */
export interface TestBroker {
  url: string
  db: Db
  nats: ControllableNats
  bus: Bus
  startRelay(options?: { db?: Db; bus?: Bus; log?: Log; times?: LeaderTimes }): TestRelay
  startConsumer(options?: Partial<ConsumerOptions>): RunningConsumer
  /** Waits until the outbox is empty, the consumer has nothing pending or to retry, and `total` distinct events
   * took effect. */
  drained(total: number): Promise<void>
  /** Registers work for the next `reset`. */
  onReset(work: () => void): void
  /** Stops relays and consumers, empties the tables and deletes the stream. */
  reset(): Promise<void>
}

/** A relay whose metrics are read at once. */
export interface TestRelay extends Relay {
  metrics(): Promise<RelayCounts & RelayBacklog>
}

/** Name of the durable of `parcelConsumer`. */
export const DURABLE = 'pipeline_parcels'

/** Opens the broker before the tests of a file and closes it after them. */
export function openTestBroker(): TestBroker {
  const broker = {} as TestBroker
  const started = new Set<{ stop(): Promise<void> }>()
  let drop: () => Promise<void>
  const track = <T extends { stop(): Promise<void> }>(running: T): T => {
    started.add(running)
    return running
  }

  beforeAll(async () => {
    const schema = await openEventSchema()
    drop = schema.drop
    const nats = await openControllableNats()
    Object.assign(broker, { url: schema.url, db: schema.db, nats, bus: await openConnectedBus(nats.url) })
    await createParcelTables(broker.db)
  })
  afterAll(async () => {
    await broker.reset?.()
    await broker.bus?.close()
    await broker.nats?.stop()
    await drop?.()
  })

  broker.startRelay = (options = {}) => {
    const relay = startRelay({
      db: broker.db,
      bus: broker.bus,
      service: 'jobs',
      readers: [DURABLE],
      log: silentLog,
      ...options,
    })
    return track({ ...relay, metrics: async () => ({ ...relay.counts(), ...(await relay.backlog()) }) })
  }
  broker.startConsumer = (options = {}) =>
    track(
      startConsumer({
        ...broker,
        service: 'pipeline',
        consumer: parcelConsumer,
        log: silentLog,
        ackWaitMs: 500,
        ...options,
      }),
    )
  broker.drained = async (total) => {
    await eventually('the outbox is empty', async () => {
      const unpublished = await broker.db.sql`select 1 from outbox where published_at is null limit 1`
      return unpublished.length === 0
    })
    await eventually('the consumer is idle', async () => {
      const info = await broker.bus.jsm.consumers.info(streamName('jobs'), DURABLE).catch(() => undefined)
      return info && info.num_pending === 0 && info.num_ack_pending === 0
    })
    await eventually('no event waits for a retry', async () => {
      return (await broker.db.sql`select 1 from event_attempt limit 1`).length === 0
    })
    await eventually(`${total} effects`, async () => (await countEffects(broker.db)).distinct >= total)
  }
  broker.onReset = (work) => void started.add({ stop: async () => work() })
  broker.reset = async () => {
    await Promise.all([...started].map((running) => running.stop()))
    started.clear()
    if (!broker.db) return
    await broker.db
      .sql`truncate outbox, outbox_stream, outbox_replay, inbox, event_attempt, dead_letter, parcel, effect, projection`
    if (broker.bus.isUp()) await broker.bus.jsm.streams.delete(streamName('jobs')).catch(() => {})
  }
  return broker
}
