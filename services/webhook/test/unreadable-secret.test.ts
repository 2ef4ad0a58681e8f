import { randomBytes } from 'node:crypto'
import { boot } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { service } from '../src/service.ts'
import { OTHER_EMPLOYER } from './support/accounts.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())

test('an unreadable secret is a failed attempt: the ladder runs, the slot is free and the shard can be released', async () => {
  const { sql } = system.webhook.deps.db
  const healthy = await system.subscribe({ employerId: OTHER_EMPLOYER })
  const broken = await system.subscribe()
  await sql`update subscription set secret = ${randomBytes(80)} where id = ${broken.id}`
  for (let i = 0; i < 60; i++) await system.submit()
  for (let i = 0; i < 60; i++) await system.submit({ employerId: OTHER_EMPLOYER })

  await eventually('the healthy subscription has its 60 deliveries', async () => {
    return (await system.deliveries(healthy.id, 'Succeeded')).length === 60
  })
  // The tenth failure in a row disables; the attempts that had begun before are stored too.
  await eventually('the broken one is disabled', async () => {
    return (await system.subscription(broken.id)).status === 'Disabled'
  })
  const attempts = await eventually('every started attempt is stored', async () => {
    const [row] = await sql<{ stored: number; errors: string[]; codes: number }>`
      select count(*) as stored, array_agg(distinct error) as errors, count(status_code) as codes
      from attempt join delivery d on d.id = delivery_id where d.subscription_id = ${broken.id}`
    return row!.stored >= 10 && row
  })
  expect(attempts).toMatchObject({ errors: ['secret_unreadable'], codes: 0 })
  expect(system.receiver.requests).toHaveLength(60)

  const second = await boot(service, {
    databaseUrl: system.webhook.databaseUrl,
    natsUrl: system.webhook.natsUrl,
    env: system.env,
  })
  await eventually('each replica owns half of the shards', async () => {
    const rows = await sql<{ shards: number }>`
      select count(*) as shards from shard_lease where owner is not null group by owner`
    return rows.map(({ shards }) => shards).join() === '32,32'
  })
  await second.stop()
})

test('rotating an unreadable secret repairs the subscription at once', async () => {
  const broken = await system.subscribe({ url: `${system.receiver.url}/repaired` })
  await system.webhook.deps.db
    .sql`update subscription set secret = ${Buffer.from([1, 2, 3])} where id = ${broken.id}`
  await system.submit()
  const failed = await eventually('the first attempt has failed', async () => {
    const [delivery] = await system.deliveries(broken.id)
    return delivery?.failedAttempts === 1 && delivery
  })
  await system.admin.post(`/admin/v1/webhook-subscriptions/${broken.id}/rotate-secret`, {
    overlapSeconds: 3_600,
  })
  system.advance(60)
  await system.delivery(broken.id, 'Succeeded')
  const [request] = system.receiver.requestsOf(failed.id)
  expect(request!.signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
})

test('an exception within an attempt is a failed attempt with the error "internal"', async () => {
  const { id } = await system.subscribe()
  await system.webhook.deps.db.sql`update subscription set url = 'no url' where id = ${id}`
  await system.submit()
  const failed = await eventually('the first attempt has failed', async () => {
    const [delivery] = await system.deliveries(id)
    return delivery?.failedAttempts === 1 && delivery
  })
  const { body } = await system.admin.get(`/admin/v1/webhook-deliveries/${failed.id}`)
  expect(body.attempts).toMatchObject([{ number: 1, statusCode: null, error: 'internal' }])
})
