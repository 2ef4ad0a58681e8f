import { MAX_ATTEMPTS_PER_DELIVERY, MAX_SHOWN_ATTEMPTS } from '@jobboard/contracts/limits'
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
})

const getDelivery = async (id: string) => (await system.admin.get(`/admin/v1/webhook-deliveries/${id}`)).body
const redeliver = (id: string) => system.admin.post(`/admin/v1/webhook-deliveries/${id}/redeliver`)
const insertDeadLettered = async (id: number) => {
  const { db, clock } = system.webhook.deps
  await insertDeliveries(db.sql, id, { status: 'DeadLettered', createdAt: clock.now(), count: 1 })
  return (await system.delivery(id, 'DeadLettered')).id
}
/** A delivery of a disabled subscription, so that nothing is sent, with so many stored attempts. */
const insertAttempted = async (attempts: number) => {
  const { id } = await system.subscribe()
  const deliveryId = await insertDeadLettered(id)
  const { sql } = system.webhook.deps.db
  await sql`
    insert into attempt (delivery_id, number, started_at, duration_ms, status_code)
    select ${deliveryId}, n, now(), 1, 500 from generate_series(1, ${attempts}::integer) as n`
  await sql`update delivery set attempts = ${attempts} where id = ${deliveryId}`
  await system.admin.post(`/admin/v1/webhook-subscriptions/${id}/disable`)
  return { id, deliveryId }
}
const waitForFailures = (id: string, n: number) =>
  eventually(`${n} failed attempts`, async () => {
    const delivery = await getDelivery(id)
    return delivery.failedAttempts === n && delivery
  })

test('202: a dead-lettered delivery is sent again under its id', async () => {
  const { id } = await system.subscribe()
  const deliveryId = await insertDeadLettered(id)
  expect((await redeliver(deliveryId)).status).toBe(202)
  await system.delivery(id, 'Succeeded')
  expect(system.receiver.requestsOf(deliveryId)).toHaveLength(1)
})

test('202: a pending delivery is sent now, once, in its round of attempts; its scheduled retry does not come', async () => {
  const { id } = await system.subscribe()
  system.receiver.respond(500)
  await system.submit()
  const { id: deliveryId } = await system.delivery(id, 'Pending')
  const first = await waitForFailures(deliveryId, 1)
  expect((await redeliver(deliveryId)).status).toBe(202)
  const second = await waitForFailures(deliveryId, 2)
  expect(second).toMatchObject({ status: 'Pending', attempts: [{ number: 1 }, { number: 2 }] })
  system.moveTo(first.nextAttemptAt)
  await system.subscribe({ url: `${system.receiver.url}/control` })
  await system.submit()
  await eventually('a new delivery was sent', async () =>
    system.receiver.requests.some(({ path }) => path === '/control'),
  )
  expect(system.receiver.requestsOf(deliveryId)).toHaveLength(2)
  expect(system.receiver.overlaps).toEqual([])
})

test('202: a redelivery during an attempt is that attempt: no second request at the same time', async () => {
  const { id } = await system.subscribe()
  let finishResponse = () => {}
  system.receiver.respond((response) => {
    finishResponse = () => void response.writeHead(200).end()
  })
  await system.submit()
  await eventually('the request is open', async () => system.receiver.openRequests === 1)
  const { id: deliveryId } = await system.delivery(id, 'Pending')
  expect((await redeliver(deliveryId)).status).toBe(202)
  const control = await system.subscribe({ url: `${system.receiver.url}/other` })
  system.receiver.respond((response, { path }) => {
    if (path === '/other') response.writeHead(200).end()
  })
  await system.admin.post(`/admin/v1/webhook-subscriptions/${control.id}/test`)
  await system.delivery(control.id, 'Succeeded')
  finishResponse()
  await system.delivery(id, 'Succeeded')
  expect(system.receiver.requestsOf(deliveryId)).toHaveLength(1)
})

test('202: a delivery of a disabled subscription is held until it is enabled', async () => {
  const { id } = await system.subscribe()
  const deliveryId = await insertDeadLettered(id)
  system.receiver.respond(200)
  await system.admin.post(`/admin/v1/webhook-subscriptions/${id}/disable`)
  expect((await redeliver(deliveryId)).status).toBe(202)
  expect((await getDelivery(deliveryId)).status).toBe('Pending')
  await system.admin.post(`/admin/v1/webhook-subscriptions/${id}/enable`)
  await system.delivery(id, 'Succeeded')
})

test('200: of 5 000 attempts the newest 100 are shown, first one first (P-366)', async () => {
  const { deliveryId } = await insertAttempted(5_000)
  const { attempts } = await getDelivery(deliveryId)
  const numbers = Array.from({ length: MAX_SHOWN_ATTEMPTS }, (_, i) => 4_901 + i)
  expect(attempts.map((one: { number: number }) => one.number)).toEqual(numbers)
})

test('400: a delivery that has had 1 000 attempts starts no new series, and nothing changes (P-366)', async () => {
  const { id, deliveryId } = await insertAttempted(MAX_ATTEMPTS_PER_DELIVERY)
  const before = await getDelivery(deliveryId)
  const refused = await redeliver(deliveryId)
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_state'])
  expect(refused.body.message).toContain('a replay')
  expect(await getDelivery(deliveryId)).toEqual(before)
  const since = '2020-01-01T00:00:00Z'
  const recovered = await system.admin.post(`/admin/v1/webhook-subscriptions/${id}/recover`, { since })
  expect(recovered.body).toEqual({ count: 0 })
  expect(await getDelivery(deliveryId)).toEqual(before)
})

test('202: a series that has begun continues past 1 000 attempts: a pending delivery is due now (P-366)', async () => {
  const { deliveryId } = await insertAttempted(MAX_ATTEMPTS_PER_DELIVERY - 1)
  expect((await redeliver(deliveryId)).status).toBe(202)
  await system.webhook.deps.db.sql`update delivery set attempts = attempts + 1 where id = ${deliveryId}`
  expect((await redeliver(deliveryId)).status).toBe(202)
})

test('202: a redelivery reads no attempt while it holds the subscription: it does not wait for a lock of their table', async () => {
  const { deliveryId } = await insertAttempted(1)
  await system.webhook.deps.db.tx(async (sql) => {
    await sql`lock table attempt in access exclusive mode`
    expect((await redeliver(deliveryId)).status).toBe(202)
  })
})
