import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { OTHER_EMPLOYER } from './support/accounts.ts'
import { insertDeliveries } from './support/insert-deliveries.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

const isLong = process.env.FAULTS === 'long'
const BACKLOG = isLong ? 20_000 : 1_000
const HEALTHY = isLong ? 100 : 20

let system: WebhookSystem
beforeAll(async () => {
  // With eight attempts one of 60 deliveries may well get a failure each time.
  system = await openWebhookSystem({ WEBHOOK_RETRY_DELAYS_SECONDS: Array(40).fill(0).join() })
})
afterAll(() => system.stop())
beforeEach(async () => {
  await system.webhook.deps.db.sql`update subscription set status = 'Deleted'`
  system.receiver.requests.length = 0
})

test('a receiver that hangs with a long backlog has 50 requests open, and healthy deliveries do not wait for the backlog', async () => {
  const { sql } = system.webhook.deps.db
  const hanging = await system.subscribe({ url: `${system.receiver.url}/hang`, events: ['job.expired'] })
  const healthy: number[] = []
  for (let i = 0; i < HEALTHY; i++) {
    healthy.push((await system.subscribe({ employerId: OTHER_EMPLOYER })).id)
  }
  let openHanging = 0
  let mostOpen = 0
  let ended = 0
  system.receiver.respond((response, { path }) => {
    if (path !== '/hang') return void response.writeHead(200).end()
    openHanging++
    mostOpen = Math.max(mostOpen, openHanging)
    response.on('close', () => {
      openHanging--
      ended++
    })
  })
  const now = system.webhook.deps.clock.now()
  await insertDeliveries(sql, hanging.id, { status: 'Pending', createdAt: now, count: BACKLOG })
  await eventually('50 requests hang', async () => openHanging === 50)
  for (let i = 0; i < 5; i++) await system.submit({ employerId: OTHER_EMPLOYER })
  await eventually('all healthy deliveries succeed', async () => {
    const [row] = await sql<{ n: number }>`
      select count(*) as n from delivery where subscription_id = any(${healthy}::integer[]) and status = 'Succeeded'`
    return row!.n === 5 * HEALTHY
  })
  // Each 50 of the backlog need 10 s.
  expect(ended).toBeLessThan(BACKLOG)
  expect(mostOpen).toBe(50)
})

test('a receiver that fails every second request gets every delivery in the end and is never disabled', async () => {
  const { id } = await system.subscribe()
  let requests = 0
  system.receiver.respond((response) => void response.writeHead(requests++ % 2 === 0 ? 500 : 200).end())
  for (let i = 0; i < 60; i++) await system.submit()
  await eventually('all deliveries succeed', async () => {
    expect((await system.subscription(id)).status).toBe('Active')
    const [row] = await system.webhook.deps.db.sql<{ n: number }>`
      select count(*) as n from delivery where subscription_id = ${id} and status = 'Succeeded'`
    return row!.n === 60
  })
  expect(requests).toBeGreaterThan(60)
})
