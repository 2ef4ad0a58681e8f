import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertDeliveries } from './support/insert-deliveries.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())
beforeEach(async () => {
  await system.webhook.deps.db.sql`update subscription set status = 'Deleted'`
  system.receiver.requests.length = 0
  system.receiver.respond(200)
})

const since = '2030-01-01T00:00:00.000Z'
const before = new Date('2029-12-31T23:59:59.999Z')
const at = new Date(since)
const recover = (id: number, body: object = { since }) =>
  system.admin.post(`/admin/v1/webhook-subscriptions/${id}/recover`, body)
const statuses = async (id: number) => {
  const rows = await system.webhook.deps.db.sql<{ status: string; n: number }>`
    select status, count(*) as n from delivery where subscription_id = ${id} group by status order by status`
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}

test('202: exactly the given-up deliveries of this subscription since then are sent again (P-181)', async () => {
  system.moveTo('2030-02-01T00:00:00Z')
  const { id } = await system.subscribe()
  const other = await system.subscribe()
  const { sql } = system.webhook.deps.db
  await insertDeliveries(sql, id, { status: 'DeadLettered', createdAt: at, count: 3 })
  await insertDeliveries(sql, id, { status: 'Cancelled', createdAt: at, count: 2 })
  await insertDeliveries(sql, id, { status: 'Succeeded', createdAt: at, count: 4 })
  await insertDeliveries(sql, id, { status: 'DeadLettered', createdAt: before, count: 5 })
  await insertDeliveries(sql, other.id, { status: 'DeadLettered', createdAt: at, count: 6 })
  const response = await recover(id)
  expect([response.status, response.body]).toEqual([202, { count: 5 }])
  await eventually('they are delivered', async () => (await statuses(id)).Succeeded === 9)
  expect(await statuses(id)).toEqual({ Succeeded: 9, DeadLettered: 5 })
  expect(await statuses(other.id)).toEqual({ DeadLettered: 6 })
  expect(new Set(system.receiver.requests.map(({ deliveryId }) => deliveryId)).size).toBe(5)
  expect(system.receiver.requests).toHaveLength(5)
  expect((await recover(id)).body).toEqual({ count: 0 })
})

test('202: a failed test is not sent again, also one of an earlier release that is dead-lettered (D-52)', async () => {
  system.moveTo('2030-02-01T00:00:00Z')
  const { id } = await system.subscribe()
  const { sql } = system.webhook.deps.db
  await insertDeliveries(sql, id, { status: 'DeadLettered', createdAt: at, count: 1 })
  await insertDeliveries(sql, id, { status: 'Cancelled', createdAt: at, count: 1 })
  await sql`update delivery set is_test = true where subscription_id = ${id}`
  await insertDeliveries(sql, id, { status: 'DeadLettered', createdAt: at, count: 1 })
  expect((await recover(id)).body).toEqual({ count: 1 })
  await eventually('the other one is delivered', async () => (await statuses(id)).Succeeded === 1)
  expect(await statuses(id)).toEqual({ Cancelled: 1, DeadLettered: 1, Succeeded: 1 })
})

test('202: four recoveries at once, while deliveries are sent, count and send each of 2 500 once', async () => {
  const { id } = await system.subscribe()
  const { sql } = system.webhook.deps.db
  await insertDeliveries(sql, id, { status: 'DeadLettered', createdAt: at, count: 2_500 })
  const responses = await Promise.all([recover(id), recover(id), recover(id), recover(id)])
  expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  expect(responses.reduce((sum, { body }) => sum + body.count, 0)).toBe(2_500)
  await eventually('all are delivered', async () => (await statuses(id)).Succeeded === 2_500)
  expect(system.receiver.requests).toHaveLength(2_500)
  const [audited] = await sql<{ count: number }>`
    select sum((payload->'after'->>'count')::integer)::integer as count from outbox
    where payload->>'action' = 'recover-deliveries' and payload->>'object' = ${`webhook-subscription ${id}`}`
  expect(audited).toEqual({ count: 2_500 })
})

test('202: a repeat with the same Idempotency-Key returns the first count', async () => {
  const { id } = await system.subscribe()
  const { sql } = system.webhook.deps.db
  await insertDeliveries(sql, id, { status: 'DeadLettered', createdAt: at, count: 2 })
  const headers = { 'idempotency-key': 'recover-once' }
  const path = `/admin/v1/webhook-subscriptions/${id}/recover`
  for (let i = 0; i < 2; i++) {
    const { status, body } = await system.admin.send('POST', path, { body: { since }, headers })
    expect([status, body]).toEqual([202, { count: 2 }])
  }
})

test('404: an unknown and a deleted subscription; 400: since, named', async () => {
  const { id } = await system.subscribe()
  expect((await recover(2_000_000_000)).status).toBe(404)
  for (const body of [{}, { since: 'yesterday' }, { since: 5 }, { since: null }]) {
    const response = await recover(id, body)
    expect([response.status, response.body.message.startsWith('since')]).toEqual([400, true])
  }
  await system.admin.delete(`/admin/v1/webhook-subscriptions/${id}`)
  expect((await recover(id)).status).toBe(404)
})
