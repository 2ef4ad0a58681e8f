import { WEBHOOK_MAX_IN_FLIGHT } from '@jobboard/contracts/limits'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebhookEnv } from '../src/env.ts'
import { service } from '../src/service.ts'
import { insertDeliveries } from './support/insert-deliveries.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

const BACKLOG = process.env.FAULTS === 'long' ? 10_000 : 1_500

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())

const startReplica = () => {
  const { databaseUrl, natsUrl } = system.webhook
  return boot(service, { databaseUrl, natsUrl, env: system.env })
}
/** Waits until each of `n` senders owns its share of the shards. */
const waitForShares = (n: number) =>
  eventually(`${n} senders share the shards`, async () => {
    const rows = await system.webhook.deps.db.sql<{ shards: number }>`
      select count(*) as shards from shard_lease where owner is not null group by owner`
    return rows.length === n && rows.reduce((sum, { shards }) => sum + shards, 0) === 64
  })

test('with 1, 2 and 4 replicas and while three of them are replaced one by one, at most 50 requests of a subscription are open (Spec §8)', async () => {
  const { sql } = system.webhook.deps.db
  const subscriptions: number[] = []
  for (let i = 0; i < 4; i++) {
    subscriptions.push((await system.subscribe({ url: `${system.receiver.url}/${i}` })).id)
  }
  const open = new Map<string, number>()
  let mostOpen = 0
  system.receiver.respond((response, { path }) => {
    open.set(path, (open.get(path) ?? 0) + 1)
    mostOpen = Math.max(mostOpen, open.get(path)!)
    response.on('close', () => open.set(path, open.get(path)! - 1))
    setTimeout(() => response.writeHead(200).end(), 100)
  })
  const isBusy = async () => {
    const [row] = await sql<{ n: number }>`select count(*) as n from delivery where status = 'Pending'`
    return row!.n > 0
  }
  let inserted = 0
  const fill = async () => {
    for (const id of subscriptions) {
      await insertDeliveries(sql, id, {
        status: 'Pending',
        createdAt: system.webhook.deps.clock.now(),
        count: BACKLOG,
      })
      inserted += BACKLOG
    }
  }
  await waitForShares(1)
  await fill()
  const replicas: Booted<WebhookEnv>[] = [await startReplica()]
  await waitForShares(2)
  replicas.push(await startReplica(), await startReplica())
  await waitForShares(4)
  for (let i = 0; i < 3; i++) {
    if (!(await isBusy())) await fill()
    await replicas.shift()!.stop()
    replicas.push(await startReplica())
    await waitForShares(4)
  }
  await eventually('everything is delivered', async () => !(await isBusy()), 120_000)
  for (const replica of replicas) await replica.stop()
  expect(mostOpen).toBe(WEBHOOK_MAX_IN_FLIGHT)
  expect(system.receiver.overlaps).toEqual([])
  expect(new Set(system.receiver.requests.map(({ deliveryId }) => deliveryId)).size).toBe(inserted)
}, 300_000)
