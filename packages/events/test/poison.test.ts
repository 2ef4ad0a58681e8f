import { violates } from '@jobboard/db/failure'
import { afterEach, expect, test } from 'vitest'
import { listDeadLetters, replayDeadLetter } from '../src/consumer/dead-letter.ts'
import { receiveEvent } from '../src/consumer/receive-event.ts'
import { appendEvent } from '../src/publisher/outbox.ts'
import { countEffects, effects } from './support/effect.ts'
import { until } from './support/setup.ts'
import { openArena } from './support/test-broker.ts'
import { changeThing, thingChanged } from './support/thing.ts'

const arena = openArena()
afterEach(() => arena.clear())

const patience = { retryMs: 5 }
const failsOn = (note: string, error: Error) => ({
  ...countEffects,
  async handle(sql: never, event: never) {
    if ((event as { data: { note: string } }).data.note === note) throw error
    await countEffects.handle(sql, event)
  },
})

test('an event that fails 8 times is parked, others take effect, and a replay of it has its effect once', async () => {
  const { db } = arena
  arena.relay()
  const consumer = arena.consumer({ consumer: failsOn('poison', new Error('cannot')), retryPolicy: patience })
  const id = await changeThing(db, 1, 'poison')
  for (let i = 2; i <= 20; i++) await changeThing(db, i)
  await arena.settled(19)
  const [letter, ...none] = await listDeadLetters(db.sql)
  expect(none).toEqual([])
  expect(letter).toMatchObject({
    consumer: 'pipeline_things',
    eventId: id,
    error: 'Error: cannot',
    attempts: 8,
  })
  expect(await consumer.metrics()).toMatchObject({ handled: 19, retries: 8, parked: 1, deadLetters: 1 })

  const data = { thingId: 1, version: 1, note: 'poison' }
  const again = { ...letter!, id, aggregateVersion: 1, occurredAt: '', data }
  expect(await receiveEvent(db, 'pipeline', countEffects, again)).toBe(false)
  const failing = failsOn('poison', new Error('still not'))
  await expect(replayDeadLetter(db, 'pipeline', failing, id)).rejects.toThrow('still not')
  expect(await listDeadLetters(db.sql)).toHaveLength(1)
  const replays = [1, 2, 3].map(() => replayDeadLetter(db, 'pipeline', countEffects, id))
  expect((await Promise.all(replays)).sort()).toEqual([false, false, true])
  expect(await effects(db)).toEqual({ total: 20, different: 20 })
  expect(await listDeadLetters(db.sql)).toEqual([])
})

test('an event that breaks its contract is parked at once', async () => {
  const { db, bus } = arena
  arena.relay()
  arena.consumer()
  const broken = { thingId: 'one', version: 1, note: '' } as never
  const event = { aggregateId: 1, aggregateVersion: 1, occurredAt: new Date(), data: broken }
  const id = await db.tx((sql) => appendEvent(sql, thingChanged, event))
  await changeThing(db, 2)
  await arena.settled(1)
  await bus.js.publish(thingChanged.subject, 'no JSON, no headers')
  await until('two dead letters', async () => (await listDeadLetters(db.sql)).length === 2)
  const letters = await listDeadLetters(db.sql)
  expect(letters[0]).toMatchObject({ eventId: id, attempts: 1, aggregateId: '1' })
  expect(letters[0]!.error).toContain('thingId')
  expect(letters[1]!.error).toContain('headers')
})

test('an outage costs no attempts: the event takes effect when it is over', async () => {
  const { db } = arena
  let failures = 0
  arena.relay()
  arena.consumer({
    retryPolicy: { ...patience, unavailableMs: 5, maxAttempts: 3 },
    consumer: {
      ...countEffects,
      async handle(sql, event) {
        if (failures++ < 20) throw Object.assign(new Error('connection lost'), { code: '08006' })
        await countEffects.handle(sql, event)
      },
    },
  })
  await changeThing(db, 1)
  await arena.settled(1)
  expect(failures).toBe(21)
  expect(await listDeadLetters(db.sql)).toEqual([])
  expect(await db.sql`select 1 from event_attempt`).toEqual([])
})

test('a handler that swallows a database error does not lose the event', async () => {
  const { db } = arena
  arena.relay()
  arena.consumer({
    retryPolicy: { maxAttempts: 1 },
    consumer: {
      ...countEffects,
      async handle(sql, event) {
        await countEffects.handle(sql, event)
        await sql`insert into thing (id, version) values (1, 1)`.catch((error: unknown) => {
          if (!violates(error, 'thing_pkey')) throw error
        })
      },
    },
  })
  await changeThing(db, 1)
  await until('a dead letter', async () => (await listDeadLetters(db.sql)).length === 1)
  expect((await listDeadLetters(db.sql))[0]!.error).toContain('rolled back')
})

test('what comes again is handled alone: if it kills the process, no other event is blamed', async () => {
  const { db } = arena
  const seen = new Set<string>()
  let running = 0
  let most = 0
  arena.relay()
  arena.consumer({
    retryPolicy: patience,
    consumer: {
      ...countEffects,
      async handle(sql, event) {
        if (seen.size < seen.add(event.id).size) throw new Error('not the first time')
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 10))
        running--
        await countEffects.handle(sql, event)
      },
    },
  })
  for (let i = 1; i <= 20; i++) await changeThing(db, i)
  await arena.settled(20)
  expect(most).toBe(1)
})
