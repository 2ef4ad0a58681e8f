import { randomUUID } from 'node:crypto'
import { WEBHOOK_MAX_IN_FLIGHT } from '@jobboard/contracts/limits'
import { boot } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { service } from '../src/service.ts'
import { type Arena, openArena } from './support/webhook-system.ts'

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.stop())

const owners = async () => {
  const rows = await arena.webhook.deps.db.sql<{ owner: string; shards: number }>`
    select owner, count(*) as shards from shard_lease where owner is not null group by owner`
  return rows.map((row) => row.shards)
}

test('while a second replica joins and leaves: nothing twice at once, at most 50 in flight, all delivered once (Spec §8)', async () => {
  const { sql } = arena.webhook.deps.db
  // Shards from both ends, so that some change hands and some stay.
  const subscriptions = []
  for (const n of [1, 2, 62, 63]) {
    await sql`select setval(pg_get_serial_sequence('subscription', 'id'), ${n}, false)`
    subscriptions.push(await arena.subscribe({ url: `${arena.receiver.url}/${n}` }))
  }
  const open = new Map<string, number>()
  const most = new Map<string, number>()
  arena.receiver.answer((response, { path }) => {
    open.set(path, (open.get(path) ?? 0) + 1)
    most.set(path, Math.max(most.get(path) ?? 0, open.get(path)!))
    response.on('close', () => open.set(path, open.get(path)! - 1))
    // A receiver takes its time, so that deliveries are in flight while shards change hands.
    setTimeout(() => response.writeHead(200).end(), 100)
  })
  let told = 0
  let telling = true
  const teller = (async () => {
    while (telling) {
      await Promise.all(Array.from({ length: 40 }, () => arena.submit()))
      told += 40
      // As fast as one subscription takes them, with a backlog.
      await eventually('the backlog is short', async () => backlog().then((n) => n < 800))
    }
  })()
  const backlog = async () => {
    const [row] = await arena.webhook.deps.db.sql<{ n: number }>`
      select count(*) as n from delivery where status = 'Pending'`
    return row!.n
  }
  await eventually('the first owns all', async () => (await owners()).join() === '64')
  const { databaseUrl, natsUrl, env } = { ...arena.webhook, env: arena.env }
  const second = await boot(service, { databaseUrl, natsUrl, env })
  await eventually('both own half', async () => (await owners()).join() === '32,32')
  await eventually('the second sends', async () => {
    const [row] = await arena.webhook.deps.db.sql<{
      n: number
    }>`select count(*) as n from delivery where status <> 'Pending'`
    return row!.n > 400
  })
  await second.stop()
  await eventually('the first owns all again', async () => (await owners()).join() === '64')
  telling = false
  await teller
  await eventually('all is delivered', async () => (await backlog()) === 0, 50_000)
  expect(arena.receiver.overlaps).toEqual([])
  expect(arena.receiver.requests).toHaveLength(told * subscriptions.length)
  expect(new Set(arena.receiver.requests.map((one) => one.deliveryId)).size).toBe(told * subscriptions.length)
  for (const n of most.values()) expect(n).toBeLessThanOrEqual(WEBHOOK_MAX_IN_FLIGHT)
  expect(Math.max(...most.values())).toBe(WEBHOOK_MAX_IN_FLIGHT)
})

test('an event that two replicas hear at once is one delivery', async () => {
  const { id } = await arena.subscribe()
  arena.receiver.answer(200)
  const eventId = randomUUID()
  const { sql } = arena.webhook.deps.db
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      await sql`delete from inbox where event_id = ${eventId}`
      await arena.submit({}, eventId)
    }),
  )
  await arena.delivery(id, 'Succeeded')
  expect(await arena.deliveries(id)).toHaveLength(1)
})
