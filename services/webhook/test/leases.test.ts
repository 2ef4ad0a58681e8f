import { randomUUID } from 'node:crypto'
import { openDb } from '@jobboard/db/db'
import { openMigratedDatabase } from '@jobboard/testkit/database'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Leases, openLeases } from '../src/sending/lease-workers.ts'
import { writeOutcomes } from '../src/sending/outcome-actions.ts'
import { takeLeases } from '../src/sending/store.ts'
import { service } from '../src/service.ts'
import { expireLeases } from './support/expire-leases.ts'

const busy = () => true
const idle = () => false

const realNow = performance.now.bind(performance)
let passedMs = 0
beforeAll(() => void vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passedMs))
afterAll(() => void vi.restoreAllMocks())

test('a shard with requests in flight is not released, and no new ones start in it', async () => {
  const database = await openMigratedDatabase(service.migrations)
  const db = openDb({ url: database.url, poolSize: 2 })
  const first = openLeases(db, randomUUID())
  const second = openLeases(db, randomUUID())

  await first.renew(busy)
  const before = first.sendableShards().length
  await second.renew(busy)
  expect([before, second.sendableShards().length]).toEqual([64, 0])

  await first.renew(busy)
  expect(first.sendableShards()).toHaveLength(32)
  await second.renew(busy)
  expect(second.sendableShards()).toEqual([])

  await first.renew(idle)
  await second.renew(busy)
  expect(second.sendableShards()).toHaveLength(32)
  expect(new Set([...first.sendableShards(), ...second.sendableShards()]).size).toBe(64)

  await first.release()
  await second.renew(busy)
  expect(second.sendableShards()).toHaveLength(64)
  await db.close()
  await database.drop()
})

test('the other senders are woken when one joins or releases shards, and by no other renewal', async () => {
  const database = await openMigratedDatabase(service.migrations)
  const db = openDb({ url: database.url, poolSize: 2 })
  const first = openLeases(db, randomUUID())
  const second = openLeases(db, randomUUID())
  const concernsOthers = async (leases: Leases, isBusy: typeof busy) =>
    (await leases.renew(isBusy)).concernsOthers

  expect(await concernsOthers(first, idle)).toBe(true)
  expect(await concernsOthers(first, idle)).toBe(false)
  expect(await concernsOthers(second, idle)).toBe(true)
  expect(await concernsOthers(first, busy)).toBe(false)
  expect(await concernsOthers(first, idle)).toBe(true)
  expect(await concernsOthers(second, idle)).toBe(false)
  expect([first, second].map((one) => one.sendableShards().length)).toEqual([32, 32])
  await db.close()
  await database.drop()
})

test('20 senders that take shards at once: each shard has one owner', async () => {
  const database = await openMigratedDatabase(service.migrations)
  const db = openDb({ url: database.url, poolSize: 20 })
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeLeases(db, randomUUID(), 60, 3)))
  const shards = taken.flat().map(({ shard }) => shard)
  expect(shards.length).toBeGreaterThan(0)
  expect(new Set(shards).size).toBe(shards.length)
  await db.close()
  await database.drop()
})

/** Two senders with half of the shards each, then an outage of the database that is longer than a lease. */
async function openAfterOutage() {
  const database = await openMigratedDatabase(service.migrations)
  const db = openDb({ url: database.url, poolSize: 2 })
  const firstOwner = randomUUID()
  const first = openLeases(db, firstOwner)
  const second = openLeases(db, randomUUID())
  for (const one of [first, second, first, second]) await one.renew(idle)
  const lease = { shard: first.sendableShards()[0]!, epoch: first.epochOf(first.sendableShards()[0]!) }
  await expireLeases(db)
  passedMs += 60_000
  /** How many outcomes of the first sender are dropped. */
  async function writeOutcomeOfFirst() {
    const now = new Date()
    const id = randomUUID()
    const outcome = {
      delivery: { id, subscriptionId: 1, epoch: 1, attempts: 0, isTest: false, sandboxId: null },
      lease,
      startedAt: now,
      durationMs: 1,
      response: { statusCode: 200, error: null, responseBody: '' },
      succeeded: true,
      next: { status: 'Succeeded' as const, failedAttempts: 0, dueAt: now },
    }
    const saver = { name: 'webhook' as const, saveAudit: async () => {}, db }
    return (await writeOutcomes(saver, firstOwner, [outcome], now, { notifies: false })).fenced
  }
  async function close() {
    await db.close()
    await database.drop()
  }
  return { db, first, second, writeOutcomeOfFirst, close }
}

test('after an outage longer than a lease the first sender to renew leaves the others their shards: no outcome is dropped', async () => {
  const { first, second, writeOutcomeOfFirst, close } = await openAfterOutage()
  expect((await second.renew(idle)).pauseMs).toBe(1_000)
  // It renews again before the other one does, which has to connect first.
  passedMs += 5_000
  await second.renew(idle)
  expect(second.sendableShards()).toHaveLength(32)
  expect(await writeOutcomeOfFirst()).toBe(0)
  await first.renew(idle)
  passedMs += 5_000
  await second.renew(idle)
  expect([first, second].map((one) => one.sendableShards().length)).toEqual([32, 32])
  await close()
})

test('after an outage longer than a lease a sender that died in it loses its shards', async () => {
  const { second, writeOutcomeOfFirst, close } = await openAfterOutage()
  await second.renew(idle)
  passedMs += 5_000
  await second.renew(idle)
  passedMs += 5_000
  await second.renew(idle)
  expect(second.sendableShards()).toHaveLength(64)
  expect(await writeOutcomeOfFirst()).toBe(1)
  await close()
})

test('after an outage longer than a lease a sender takes at once what another one has released, and one that starts takes all', async () => {
  const { db, first, second, close } = await openAfterOutage()
  await first.release()
  await second.renew(idle)
  expect(second.sendableShards()).toHaveLength(64)
  await expireLeases(db)
  const third = openLeases(db, randomUUID())
  await third.renew(idle)
  expect(third.sendableShards()).toHaveLength(64)
  await close()
})
