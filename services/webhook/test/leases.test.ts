import { randomUUID } from 'node:crypto'
import { openDb } from '@jobboard/db/db'
import { migrate } from '@jobboard/db/migrate'
import { openDatabase } from '@jobboard/testkit/database'
import { expect, test } from 'vitest'
import { service } from '../src/service.ts'
import { openLeases } from '../src/workers/sender/leases.ts'

const busy = () => true
const idle = () => false

test('a shard with requests in flight is not released, and no new ones start in it', async () => {
  const database = await openDatabase()
  await migrate(database.url, service.migrations)
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
