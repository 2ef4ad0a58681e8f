import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EMPLOYER } from './support/accounts.ts'
import { insertDeliveries } from './support/insert-deliveries.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

const MINUTE_MS = 60_000

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())
beforeEach(async () => {
  await system.webhook.deps.db.sql`update subscription set status = 'Deleted'`
  system.receiver.requests.length = 0
})

const succeeded = async (id: number) => {
  const path = `/admin/v1/webhook-subscriptions/${id}/deliveries?status=Succeeded&pageSize=1`
  return (await system.admin.get(path)).body.total
}

/** A disabled subscription that holds `overdue` deliveries and `later` ones whose retry is tomorrow. */
async function disabledWith({ overdue, later }: { overdue: number; later: number }): Promise<number> {
  const { sql } = system.webhook.deps.db
  const { id } = await system.subscribe()
  await system.admin.post(`/admin/v1/webhook-subscriptions/${id}/disable`)
  const now = system.webhook.deps.clock.now()
  const createdAt = new Date(now.getTime() - MINUTE_MS)
  const tomorrow = new Date(now.getTime() + 86_400_000)
  if (overdue > 0) await insertDeliveries(sql, id, { status: 'Pending', createdAt, count: overdue })
  await insertDeliveries(sql, id, { status: 'Pending', createdAt, dueAt: tomorrow, count: later })
  return id
}

test('200: enabling makes all held deliveries due within a minute, also those that waited for a retry, never more than 50 in flight (D-54, P-606)', async () => {
  const { db, clock } = system.webhook.deps
  const held = { overdue: 150, later: 1_250 }
  const id = await disabledWith(held)
  let open = 0
  let mostOpen = 0
  system.receiver.respond((response) => {
    open++
    mostOpen = Math.max(mostOpen, open)
    response.on('close', () => open--)
    setImmediate(() => response.writeHead(200).end())
  })
  const before = clock.now()
  expect((await system.admin.post(`/admin/v1/webhook-subscriptions/${id}/enable`)).status).toBe(200)
  const [row] = await db.sql<{ late: number; moments: number }>`
    select count(*) filter (where due_at > ${new Date(clock.now().getTime() + MINUTE_MS)})::integer as late,
      count(distinct due_at) filter (where due_at > ${before})::integer as moments
    from delivery where subscription_id = ${id}`
  expect(row!.late).toBe(0)
  // Spread: the receiver that is up again does not get all at one moment.
  expect(row!.moments).toBeGreaterThan(held.later / 2)
  system.advance(MINUTE_MS / 1_000)
  await eventually('all have arrived', async () => (await succeeded(id)) === held.overdue + held.later)
  expect(mostOpen).toBeLessThanOrEqual(50)
  const ids = system.receiver.requests.map(({ deliveryId }) => deliveryId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a retry that waits stays in its round of attempts when enabling makes it due', async () => {
  const { db } = system.webhook.deps
  const id = await disabledWith({ overdue: 0, later: 1 })
  await db.sql`update delivery set attempts = 7, failed_attempts = 7 where subscription_id = ${id}`
  system.receiver.respond(500)
  await system.admin.post(`/admin/v1/webhook-subscriptions/${id}/enable`)
  expect(await system.delivery(id, 'DeadLettered')).toMatchObject({ failedAttempts: 8 })
})

test('200: enabling an Active subscription leaves its retries where they are, also by a key', async () => {
  const { db } = system.webhook.deps
  const id = await disabledWith({ overdue: 0, later: 3 })
  await db.sql`update subscription set status = 'Active' where id = ${id}`
  const dueTimes = () => db.sql`select due_at from delivery where subscription_id = ${id}`
  const before = await dueTimes()
  const scopes = ['Webhooks']
  const key = { kind: 'recruiter' as const, employerId: EMPLOYER, userId: null, keyId: 7, scopes }
  const response = await system.webhook.as(key).post(`/api/v1/webhook-subscriptions/${id}/enable`)
  expect([response.status, response.body.status]).toEqual([200, 'Active'])
  expect(await dueTimes()).toEqual(before)
})

test('200: enabled twice at the same time, each held delivery is sent once', async () => {
  const id = await disabledWith({ overdue: 5, later: 5 })
  system.receiver.respond(200)
  const enable = () => system.admin.post(`/admin/v1/webhook-subscriptions/${id}/enable`)
  const responses = await Promise.all([enable(), enable(), enable()])
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  system.advance(1)
  await eventually('all have arrived', async () => (await succeeded(id)) === 10)
  expect(system.receiver.requests).toHaveLength(10)
})
