import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem({ WEBHOOK_RETRY_DELAYS_SECONDS: '86400,86400,86400' })
  // Records each change from Active to Disabled.
  const { sql } = system.webhook.deps.db
  await sql`create table disabling (subscription_id integer)`
  await sql`
    create function count_disabling() returns trigger language plpgsql as $$
    begin insert into disabling values (new.id); return null; end $$`
  await sql`
    create trigger count_disabling after update on subscription for each row
    when (old.status = 'Active' and new.status = 'Disabled') execute function count_disabling()`
})
afterAll(() => system.stop())
beforeEach(async () => {
  await system.webhook.deps.db.sql`update subscription set status = 'Deleted'`
})

const waitForAttempts = (id: number, n: number) =>
  eventually(`${n} attempted deliveries`, async () => {
    const rows = await system.deliveries(id)
    return rows.filter((row) => row.lastStatusCode !== null).length >= n
  })
const submit = (n: number) => Promise.all(Array.from({ length: n }, () => system.submit()))

test('50 concurrent failures disable once; new deliveries are held and sent when it is enabled (D-54)', async () => {
  const { id } = await system.subscribe()
  const responses: (() => void)[] = []
  system.receiver.respond((response) => {
    responses.push(() => void response.writeHead(500).end())
    if (responses.length === 50) for (const fail of responses) fail()
  })
  await submit(50)
  await waitForAttempts(id, 50)
  const { sql } = system.webhook.deps.db
  expect(await sql`select count(*) as n from disabling where subscription_id = ${id}`).toEqual([{ n: 1 }])
  expect(await system.subscription(id)).toMatchObject({ status: 'Disabled', consecutiveFailures: 10 })

  const before = system.receiver.requests.length
  const eventId = await system.submit()
  const other = await system.subscribe({ events: ['application.submitted'] })
  system.receiver.respond(200)
  await system.submit()
  await system.delivery(other.id, 'Succeeded')
  expect(system.receiver.requests.slice(before).map((one) => JSON.parse(String(one.body)).id)).not.toContain(
    eventId,
  )

  const enabled = await system.admin.post(`/admin/v1/webhook-subscriptions/${id}/enable`)
  expect(enabled.body).toMatchObject({ status: 'Active', consecutiveFailures: 0, disabledReason: null })
  await eventually('the held delivery arrives', async () =>
    system.receiver.requests.some((one) => JSON.parse(String(one.body)).id === eventId),
  )
})

test('nine failures, a success and nine failures do not disable; a tenth failure in a row does', async () => {
  const { id } = await system.subscribe()
  system.receiver.respond(500)
  await submit(9)
  await waitForAttempts(id, 9)
  expect(await system.subscription(id)).toMatchObject({ status: 'Active', consecutiveFailures: 9 })
  system.receiver.respond(299)
  await submit(1)
  await waitForAttempts(id, 10)
  expect(await system.subscription(id)).toMatchObject({ status: 'Active', consecutiveFailures: 0 })
  system.receiver.respond(500)
  await submit(9)
  await waitForAttempts(id, 19)
  expect((await system.subscription(id)).status).toBe('Active')
  await submit(1)
  await eventually(
    'the subscription is disabled',
    async () => (await system.subscription(id)).status === 'Disabled',
  )
})

test('a failed test event is Cancelled after one attempt and does not count (D-52, D-54)', async () => {
  const { id } = await system.subscribe()
  system.receiver.respond(500)
  for (let i = 0; i < 11; i++) await system.admin.post(`/admin/v1/webhook-subscriptions/${id}/test`)
  await eventually(
    'all test events have failed',
    async () => (await system.deliveries(id, 'Cancelled')).length === 11,
  )
  expect((await system.deliveries(id)).map(({ failedAttempts }) => failedAttempts)).toEqual(Array(11).fill(1))
  expect(await system.subscription(id)).toMatchObject({ status: 'Active', consecutiveFailures: 0 })
})

test('the failure of an attempt that began before the subscription was enabled again does not count', async () => {
  const { id } = await system.subscribe()
  let fail = () => {}
  system.receiver.respond((response) => {
    fail = () => void response.writeHead(500).end()
  })
  await system.submit()
  await eventually('the request is open', async () => system.receiver.openRequests === 1)
  await system.admin.post(`/admin/v1/webhook-subscriptions/${id}/disable`)
  await system.admin.post(`/admin/v1/webhook-subscriptions/${id}/enable`)
  fail()
  await waitForAttempts(id, 1)
  expect((await system.subscription(id)).consecutiveFailures).toBe(0)
})

test('204: deleting cancels pending deliveries; an attempt in flight is logged and not retried', async () => {
  const { id } = await system.subscribe()
  let fail = () => {}
  system.receiver.respond((response) => {
    fail = () => void response.writeHead(500).end()
  })
  await system.submit()
  await eventually('the request is open', async () => system.receiver.openRequests === 1)
  expect((await system.admin.delete(`/admin/v1/webhook-subscriptions/${id}`)).status).toBe(204)
  fail()
  const { sql } = system.webhook.deps.db
  const [row] = await eventually('the attempt is logged', async () => {
    const rows = await sql`
      select d.status, d.failed_attempts from delivery d join attempt a on a.delivery_id = d.id
      where d.subscription_id = ${id}`
    return rows.length > 0 ? rows : undefined
  })
  expect(row).toEqual({ status: 'Cancelled', failedAttempts: 0 })
  expect((await system.admin.get(`/admin/v1/webhook-subscriptions/${id}/deliveries`)).status).toBe(404)
})
