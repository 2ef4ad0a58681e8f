import { randomUUID } from 'node:crypto'
import { openDb } from '@jobboard/db/db'
import { migrate } from '@jobboard/db/migrate'
import { eventually } from '@jobboard/testkit/eventually'
import { openSchema } from '@jobboard/testkit/infra'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seal } from '../src/domain/secret.ts'
import { openAgent } from '../src/peers/post.ts'
import { openResolve } from '../src/peers/resolve.ts'
import { service } from '../src/service.ts'
import type { Due } from '../src/store/due.ts'
import { openAttempts } from '../src/workers/sender/attempts.ts'
import { openLeases } from '../src/workers/sender/leases.ts'
import type { Ended } from '../src/workers/sender/write-outcomes.ts'
import { type Arena, openArena } from './support/webhook-system.ts'

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.stop())

test('a shard with requests in flight is not given away, and no new ones begin in it', async () => {
  const schema = await openSchema()
  await migrate(schema.url, service.migrations)
  const db = openDb({ url: schema.url, poolSize: 2 })
  const [one, two] = [randomUUID(), randomUUID()]
  const first = openLeases(db, one)
  const second = openLeases(db, two)
  await first.turn(() => true)
  const all = first.startable().length
  await second.turn(() => true)
  expect([all, second.startable().length]).toEqual([64, 0])
  await first.turn(() => true)
  expect(first.startable()).toHaveLength(32)
  await second.turn(() => true)
  expect(second.startable()).toEqual([])
  await first.turn(() => false)
  await second.turn(() => true)
  expect(second.startable()).toHaveLength(32)
  expect(new Set([...first.startable(), ...second.startable()]).size).toBe(64)
  await first.release()
  await second.turn(() => true)
  expect(second.startable()).toHaveLength(64)
  await db.close()
  await schema.drop()
})

test('what has ended is in flight until the database is asked anew: an older answer cannot start it again', async () => {
  const { deps } = arena.webhook
  const ended: Ended[] = []
  const agent = openAgent(openResolve(deps.env))
  const attempts = openAttempts(deps, agent, (one) => void ended.push(one))
  const due: Due = {
    id: randomUUID(),
    eventId: randomUUID(),
    event: 'job.expired',
    body: Buffer.from('{}'),
    attempts: 0,
    failedAttempts: 0,
    isTest: false,
    subscriptionId: 1,
    employerId: 7,
    shard: 1,
    epoch: 1,
    url: `${arena.receiver.url}/hook`,
    secret: seal(deps.env.WEBHOOK_SECRET_KEY, 7, 'whsec_x'),
    previousSecret: null,
    previousSecretUntil: null,
  }
  expect(attempts.room().inFlight).toEqual([])
  expect([attempts.start(due, 1), attempts.start(due, 1), attempts.busy(1)]).toEqual([true, false, true])
  await eventually('it has ended', async () => ended.length === 1)
  attempts.finish(ended)
  expect([attempts.start(due, 1), attempts.busy(1)]).toEqual([false, false])
  expect(attempts.room().inFlight).toEqual([])
  expect(attempts.start(due, 1)).toBe(true)
  await eventually('it has ended', async () => ended.length === 2)
  await agent.close()
})
