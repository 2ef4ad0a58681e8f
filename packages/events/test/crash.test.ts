import { afterEach, expect, test } from 'vitest'
import { streamOf } from '../src/nats/topology.ts'
import { effects } from './support/effect.ts'
import { fork } from './support/fork.ts'
import { until } from './support/setup.ts'
import { openArena } from './support/test-broker.ts'
import { changeThing } from './support/thing.ts'

const arena = openArena()
afterEach(() => arena.clear())

const stored = async () => (await arena.bus.jsm.streams.info(streamOf('jobs'))).state.messages

test('owner killed before its commit: neither state nor event', async () => {
  expect(await fork(arena, 'owner', { failpoints: 'owner-before-commit' }).ended).toBe('SIGKILL')
  arena.relay()
  arena.consumer()
  await changeThing(arena.db, 77)
  await arena.settled(1)
  expect(await arena.db.sql`select thing_id from effect`).toEqual([{ thingId: 77 }])
  expect(await arena.db.sql`select id from thing`).toEqual([{ id: 77 }])
})

test('owner killed right after its commit: the event is told by the next process', async () => {
  expect(await fork(arena, 'owner', { failpoints: 'owner-after-commit' }).ended).toBe('SIGKILL')
  arena.relay()
  arena.consumer()
  await arena.settled(1)
  expect(await arena.db.sql`select thing_id, version from effect`).toEqual([{ thingId: 1, version: 1 }])
})

test('relay killed between publish and mark: told again, dropped by the stream, one effect', async () => {
  for (let i = 1; i <= 5; i++) await changeThing(arena.db, i)
  expect(await fork(arena, 'relay', { failpoints: 'relay-after-publish' }).ended).toBe('SIGKILL')
  expect(await stored()).toBe(5)
  const relay = arena.relay()
  arena.consumer()
  await arena.settled(5)
  expect(await relay.metrics()).toMatchObject({ published: 5, unpublished: 0 })
  expect.soft(await stored()).toBe(5)
  expect(await effects(arena.db)).toEqual({ total: 5, different: 5 })
})

test('consumer killed between commit and acknowledgement: delivered again, one effect', async () => {
  for (let i = 1; i <= 5; i++) await changeThing(arena.db, i)
  arena.relay()
  expect(await fork(arena, 'consumer', { failpoints: 'consumer-after-commit' }).ended).toBe('SIGKILL')
  const consumer = arena.consumer()
  await arena.settled(5)
  expect((await consumer.metrics()).duplicates).toBeGreaterThan(0)
  expect(await effects(arena.db)).toEqual({ total: 5, different: 5 })
  expect(await arena.db.sql`select 1 from event_attempt`).toEqual([])
})

test('an event that kills the process 8 times is parked, and the others take effect', async () => {
  await changeThing(arena.db, 1, 'kill')
  for (let i = 2; i <= 5; i++) await changeThing(arena.db, i)
  arena.relay()
  const parked = async () => (await arena.db.sql`select 1 from dead_letter`).length > 0
  let kills = 0
  for (let done = false; !done; ) {
    const process = fork(arena, 'consumer')
    const ended = process.ended.then((signal) => ({ signal }))
    const answer = await Promise.race([ended, until('an end', parked)])
    done = answer === true
    if (done) process.kill()
    else kills++
    await process.ended
  }
  arena.consumer()
  await arena.settled(4)
  expect(kills).toBe(8)
  expect(await arena.db.sql`select aggregate_id, attempts from dead_letter`).toEqual([
    { aggregateId: '1', attempts: 8 },
  ])
  expect(await effects(arena.db)).toEqual({ total: 4, different: 4 })
})
