import type { Db } from '@jobboard/db/db'
import { afterAll, beforeAll } from 'vitest'
import {
  type ConsumerOptions,
  type RunningConsumer,
  startConsumer,
} from '../../src/consumer/start-consumer.ts'
import type { Bus } from '../../src/nats/bus.ts'
import { streamOf } from '../../src/nats/topology.ts'
import { type Relay, startRelay } from '../../src/publisher/relay.ts'
import { countEffects, effects } from './effect.ts'
import { connectedBus, memoryLog, type Nats, openSchema, startNats, until } from './setup.ts'
import { makeThingTables } from './thing.ts'

/** What one test file works on: a schema, a nats-server and a bus of its own, with the tables of the tests. */
export interface Arena {
  url: string
  db: Db
  nats: Nats
  bus: Bus
  relay(on?: { db?: Db; bus?: Bus }): Relay
  consumer(options?: Partial<ConsumerOptions>): RunningConsumer
  /** Waits until the outbox is empty, the consumer has nothing left, and that many events took effect. */
  settled(total: number, durable?: string): Promise<void>
  /** Does this too at the next `clear`. */
  atClear(work: () => void): void
  /** Stops what the last test started, and forgets what it did. */
  clear(): Promise<void>
}

/** Sets the arena up before the tests of a file and takes it down after them. */
export function openArena(): Arena {
  const arena = {} as Arena
  const started = new Set<{ stop(): Promise<void> }>()
  let drop: () => Promise<void>
  const log = memoryLog()
  const keep = <T extends { stop(): Promise<void> }>(part: T): T => {
    started.add(part)
    return part
  }

  beforeAll(async () => {
    const schema = await openSchema()
    drop = schema.drop
    const nats = await startNats()
    Object.assign(arena, { url: schema.url, db: schema.db, nats, bus: await connectedBus(nats.url) })
    await makeThingTables(arena.db)
  })
  afterAll(async () => {
    await arena.clear?.()
    await arena.bus?.close()
    await arena.nats?.stop()
    await drop?.()
  })

  arena.relay = (on = {}) => keep(startRelay({ db: arena.db, bus: arena.bus, service: 'jobs', log, ...on }))
  arena.consumer = (options = {}) =>
    keep(
      startConsumer({
        ...arena,
        service: 'pipeline',
        consumer: countEffects,
        log,
        ackWaitMs: 500,
        ...options,
      }),
    )
  arena.settled = async (total, durable = 'pipeline_things') => {
    const unpublished = async () =>
      (await arena.db.sql`select 1 from outbox where published_at is null limit 1`).length > 0
    await until('an empty outbox', async () => !(await unpublished()))
    await until('an idle consumer', async () => {
      const info = await arena.bus.jsm.consumers.info(streamOf('jobs'), durable).catch(() => undefined)
      return info && info.num_pending === 0 && info.num_ack_pending === 0
    })
    await until(`${total} effects`, async () => (await effects(arena.db)).different >= total)
  }
  arena.atClear = (work) => void started.add({ stop: async () => work() })
  arena.clear = async () => {
    await Promise.all([...started].map((part) => part.stop()))
    started.clear()
    if (!arena.db) return
    await arena.db.sql`truncate outbox, inbox, event_attempt, dead_letter, thing, effect, projection`
    if (arena.bus.isUp()) await arena.bus.jsm.streams.delete(streamOf('jobs')).catch(() => {})
  }
  return arena
}
