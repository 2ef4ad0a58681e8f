import { randomUUID } from 'node:crypto'
import { WEBHOOK_MAX_IN_FLIGHT } from '@jobboard/contracts/limits'
import { boot } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { service } from '../src/service.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())

/** Number of shards of each owner. */
const shardCounts = async () => {
  const rows = await system.webhook.deps.db.sql<{ owner: string; shards: number }>`
    select owner, count(*) as shards from shard_lease where owner is not null group by owner`
  return rows.map((row) => row.shards)
}

test('while a second replica joins and leaves, each delivery is sent once and 50 are in flight at most (Spec §8)', async () => {
  const { sql } = system.webhook.deps.db
  // Low and high shards, so that some change owners and some stay.
  const subscriptions = []
  for (const n of [1, 2, 62, 63]) {
    await sql`select setval(pg_get_serial_sequence('subscription', 'id'), ${n}, false)`
    subscriptions.push(await system.subscribe({ url: `${system.receiver.url}/${n}` }))
  }
  const open = new Map<string, number>()
  const maxOpen = new Map<string, number>()
  let setFull = () => {}
  // No response before one subscription is at its limit.
  const full = new Promise<void>((resolve) => {
    setFull = resolve
  })
  system.receiver.respond(async (response, { path }) => {
    open.set(path, (open.get(path) ?? 0) + 1)
    maxOpen.set(path, Math.max(maxOpen.get(path) ?? 0, open.get(path)!))
    response.on('close', () => open.set(path, open.get(path)! - 1))
    if (open.get(path)! >= WEBHOOK_MAX_IN_FLIGHT) setFull()
    await full
    // Slow enough that deliveries are in flight while shards move.
    setTimeout(() => response.writeHead(200).end(), 100)
  })
  let submitted = 0
  let isSubmitting = true
  const submitting = (async () => {
    while (isSubmitting) {
      await Promise.all(Array.from({ length: 40 }, () => system.submit()))
      submitted += 40
      // Keeps a backlog, so that every subscription is at its limit.
      await eventually('the backlog is short', async () => backlog().then((n) => n < 800))
    }
  })()
  const backlog = async () => {
    const [row] = await system.webhook.deps.db.sql<{ n: number }>`
      select count(*) as n from delivery where status = 'Pending'`
    return row!.n
  }
  await eventually('the first replica owns all shards', async () => (await shardCounts()).join() === '64')
  const { databaseUrl, natsUrl, env } = { ...system.webhook, env: system.env }
  const second = await boot(service, { databaseUrl, natsUrl, env })
  await eventually('each replica owns half', async () => (await shardCounts()).join() === '32,32')
  await eventually('more than 400 deliveries are done', async () => {
    const [row] = await system.webhook.deps.db.sql<{
      n: number
    }>`select count(*) as n from delivery where status <> 'Pending'`
    return row!.n > 400
  })
  await second.stop()
  await eventually(
    'the first replica owns all shards again',
    async () => (await shardCounts()).join() === '64',
  )
  isSubmitting = false
  await submitting
  await eventually('everything is delivered', async () => (await backlog()) === 0, 50_000)
  expect(system.receiver.overlaps).toEqual([])
  expect(system.receiver.requests).toHaveLength(submitted * subscriptions.length)
  expect(new Set(system.receiver.requests.map((one) => one.deliveryId)).size).toBe(
    submitted * subscriptions.length,
  )
  for (const n of maxOpen.values()) expect(n).toBeLessThanOrEqual(WEBHOOK_MAX_IN_FLIGHT)
  expect(Math.max(...maxOpen.values())).toBe(WEBHOOK_MAX_IN_FLIGHT)
})

test('an event that is consumed concurrently 20 times is one delivery', async () => {
  const { id } = await system.subscribe()
  system.receiver.respond(200)
  const eventId = randomUUID()
  const { sql } = system.webhook.deps.db
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      await sql`delete from inbox where event_id = ${eventId}`
      await system.submit({}, eventId)
    }),
  )
  await system.delivery(id, 'Succeeded')
  expect(await system.deliveries(id)).toHaveLength(1)
})
