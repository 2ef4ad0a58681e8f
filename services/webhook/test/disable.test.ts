import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Arena, openArena } from './support/webhook-system.ts'

let arena: Arena
beforeAll(async () => {
  arena = await openArena({ WEBHOOK_RETRY_DELAYS_SECONDS: '86400,86400,86400' })
  // Counts how often a subscription goes from Active to Disabled.
  const { sql } = arena.webhook.deps.db
  await sql`create table disabling (subscription_id integer)`
  await sql`
    create function count_disabling() returns trigger language plpgsql as $$
    begin insert into disabling values (new.id); return null; end $$`
  await sql`
    create trigger count_disabling after update on subscription for each row
    when (old.status = 'Active' and new.status = 'Disabled') execute function count_disabling()`
})
afterAll(() => arena.stop())
beforeEach(async () => {
  await arena.webhook.deps.db.sql`update subscription set status = 'Deleted'`
})

const attempted = (id: number, n: number) =>
  eventually(`${n} attempts`, async () => {
    const rows = await arena.deliveries(id)
    return rows.filter((row) => row.lastStatusCode !== null).length >= n
  })
const submit = (n: number) => Promise.all(Array.from({ length: n }, () => arena.submit()))

test('disabled exactly once under 50 failures at the same time; the rest is held and goes out when enabled (D-54)', async () => {
  const { id } = await arena.subscribe()
  const held: (() => void)[] = []
  arena.receiver.answer((response) => {
    held.push(() => void response.writeHead(500).end())
    if (held.length === 50) for (const fail of held) fail()
  })
  await submit(50)
  await attempted(id, 50)
  const { sql } = arena.webhook.deps.db
  expect(await sql`select count(*) as n from disabling where subscription_id = ${id}`).toEqual([{ n: 1 }])
  expect(await arena.subscription(id)).toMatchObject({ status: 'Disabled', consecutiveFailures: 10 })

  const before = arena.receiver.requests.length
  const eventId = await arena.submit()
  const other = await arena.subscribe({ events: ['application.submitted'] })
  arena.receiver.answer(200)
  await arena.submit()
  await arena.delivery(other.id, 'Succeeded')
  expect(arena.receiver.requests.slice(before).map((one) => JSON.parse(String(one.body)).id)).not.toContain(
    eventId,
  )

  const enabled = await arena.admin.post(`/admin/v1/webhook-subscriptions/${id}/enable`)
  expect(enabled.body).toMatchObject({ status: 'Active', consecutiveFailures: 0, disabledReason: null })
  await eventually('what was held arrives', async () =>
    arena.receiver.requests.some((one) => JSON.parse(String(one.body)).id === eventId),
  )
})

test('nine failures, a success and nine failures do not disable; the tenth in a row does', async () => {
  const { id } = await arena.subscribe()
  arena.receiver.answer(500)
  await submit(9)
  await attempted(id, 9)
  expect(await arena.subscription(id)).toMatchObject({ status: 'Active', consecutiveFailures: 9 })
  arena.receiver.answer(299)
  await submit(1)
  await attempted(id, 10)
  expect(await arena.subscription(id)).toMatchObject({ status: 'Active', consecutiveFailures: 0 })
  arena.receiver.answer(500)
  await submit(9)
  await attempted(id, 19)
  expect((await arena.subscription(id)).status).toBe('Active')
  await submit(1)
  await eventually('disabled', async () => (await arena.subscription(id)).status === 'Disabled')
})

test('tests are not counted (D-54)', async () => {
  const { id } = await arena.subscribe()
  arena.receiver.answer(500)
  for (let i = 0; i < 11; i++) await arena.admin.post(`/admin/v1/webhook-subscriptions/${id}/test`)
  await eventually('all have failed', async () => (await arena.deliveries(id, 'DeadLettered')).length === 11)
  expect(await arena.subscription(id)).toMatchObject({ status: 'Active', consecutiveFailures: 0 })
})

test('a failure from before the subscription was enabled again is not counted', async () => {
  const { id } = await arena.subscribe()
  let fail = () => {}
  arena.receiver.answer((response) => {
    fail = () => void response.writeHead(500).end()
  })
  await arena.submit()
  await eventually('it is in flight', async () => arena.receiver.open === 1)
  await arena.admin.post(`/admin/v1/webhook-subscriptions/${id}/disable`)
  await arena.admin.post(`/admin/v1/webhook-subscriptions/${id}/enable`)
  fail()
  await attempted(id, 1)
  expect((await arena.subscription(id)).consecutiveFailures).toBe(0)
})

test('204: deleting cancels what is pending; what is in flight is logged and not tried again', async () => {
  const { id } = await arena.subscribe()
  let fail = () => {}
  arena.receiver.answer((response) => {
    fail = () => void response.writeHead(500).end()
  })
  await arena.submit()
  await eventually('it is in flight', async () => arena.receiver.open === 1)
  expect((await arena.admin.delete(`/admin/v1/webhook-subscriptions/${id}`)).status).toBe(204)
  fail()
  const { sql } = arena.webhook.deps.db
  const [row] = await eventually('the attempt is logged', async () => {
    const rows = await sql`
      select d.status, d.failed_attempts from delivery d join attempt a on a.delivery_id = d.id
      where d.subscription_id = ${id}`
    return rows.length > 0 ? rows : undefined
  })
  expect(row).toEqual({ status: 'Cancelled', failedAttempts: 0 })
  expect((await arena.admin.get(`/admin/v1/webhook-subscriptions/${id}/deliveries`)).status).toBe(404)
})
