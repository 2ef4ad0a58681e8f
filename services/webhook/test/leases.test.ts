import { randomUUID } from 'node:crypto'
import { openDb } from '@jobboard/db/db'
import { openMigratedDatabase } from '@jobboard/testkit/database'
import { expect, test } from 'vitest'
import { type Leases, openLeases } from '../src/sending/lease-workers.ts'
import { takeLeases } from '../src/sending/store.ts'
import { service } from '../src/service.ts'

const busy = () => true
const idle = () => false

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
