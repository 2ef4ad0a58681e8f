import { afterEach, expect, test } from 'vitest'
import { openBus } from '../src/nats/bus.ts'
import { streamOf } from '../src/nats/topology.ts'
import { republishSince } from '../src/publisher/outbox.ts'
import { effects } from './support/effect.ts'
import { memoryLog, startNats, until } from './support/setup.ts'
import { openArena } from './support/test-broker.ts'
import { changeThing } from './support/thing.ts'

const arena = openArena()
afterEach(() => arena.clear())

const write = async (count: number, from = 0) => {
  for (let i = 0; i < count; i++) await changeThing(arena.db, (from + i) % 25)
}

test('a service starts while NATS is down: commits succeed, events wait and arrive', async () => {
  const absent = await startNats({ running: false })
  const bus = openBus({ url: absent.url, name: 'early', log: memoryLog() })
  const relay = arena.relay({ bus })
  const consumer = arena.consumer({ bus })
  await write(3)
  expect(bus.isUp()).toBe(false)
  expect((await relay.metrics()).unpublished).toBe(3)
  expect(() => bus.nc).toThrow('not been reached')
  await absent.start()
  await until('3 effects', async () => (await effects(arena.db)).total === 3)
  await consumer.stop()
  await relay.stop()
  await bus.close()
  await absent.stop()
})

test('a service stops while NATS is down and has never been up', async () => {
  const absent = await startNats({ running: false })
  const bus = openBus({ url: absent.url, name: 'early', log: memoryLog() })
  const relay = arena.relay({ bus })
  const consumer = arena.consumer({ bus })
  await Promise.all([consumer.stop(), relay.stop()])
  await bus.close()
  absent.wipe()
})

test('NATS killed three times under load: nothing is lost, nothing doubled', async () => {
  arena.relay()
  arena.consumer()
  for (let round = 0; round < 3; round++) {
    const writing = write(100, round * 100)
    await until('traffic', async () => (await effects(arena.db)).total > round * 100 + 10)
    await arena.nats.kill()
    await writing
    await arena.nats.start()
  }
  await arena.settled(300)
  expect(await effects(arena.db)).toEqual({ total: 300, different: 300 })
})

test('NATS store wiped: streams come back by themselves, a replay of the outbox loses and doubles nothing', async () => {
  const since = new Date(Date.now() - 60_000)
  const relay = arena.relay()
  const early = arena.consumer()
  await write(50)
  await arena.settled(50)
  await early.stop()
  await write(50)
  await until('marks', async () => (await relay.metrics()).unpublished === 0)
  await arena.nats.kill()
  arena.nats.wipe()
  const writing = write(50)
  await arena.nats.start()
  await writing
  arena.consumer()
  await arena.settled(100)
  // What was acknowledged by the store that is gone: only the outbox still has it.
  expect((await effects(arena.db)).total).toBe(100)
  expect(await republishSince(arena.db, since)).toBe(150)
  await arena.settled(150)
  expect(await effects(arena.db)).toEqual({ total: 150, different: 150 })
})

test('durable deleted under traffic: made again, every event takes effect once', async () => {
  arena.relay()
  arena.consumer()
  const writing = write(200)
  await until('traffic', async () => (await effects(arena.db)).total > 20)
  await arena.bus.jsm.consumers.delete(streamOf('jobs'), 'pipeline_things')
  await writing
  await arena.settled(200)
  expect(await effects(arena.db)).toEqual({ total: 200, different: 200 })
})

test('stream deleted while nobody listens: the relay makes it again', async () => {
  const relay = arena.relay()
  await write(1)
  await until('a mark', async () => (await relay.metrics()).published === 1)
  await arena.bus.jsm.streams.delete(streamOf('jobs'))
  await write(5)
  await until('marks', async () => (await relay.metrics()).published === 6)
})

test('stream deleted under traffic: made again; with a replay every event takes effect once', async () => {
  arena.relay()
  arena.consumer()
  const writing = write(200)
  await until('traffic', async () => (await effects(arena.db)).total > 20)
  await arena.bus.jsm.streams.delete(streamOf('jobs'))
  await writing
  await republishSince(arena.db, new Date(0))
  await arena.settled(200)
  expect(await effects(arena.db)).toEqual({ total: 200, different: 200 })
})
