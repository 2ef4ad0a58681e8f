import { afterAll, beforeAll, expect, test } from 'vitest'
import { OTHER_EMPLOYER } from './support/accounts.ts'
import { insertDeliveries } from './support/insert-deliveries.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
let own: number
let others: number
const minute = (n: number) => new Date(Date.UTC(2020, 0, 1, 0, n))
beforeAll(async () => {
  system = await openWebhookSystem()
  own = (await system.subscribe()).id
  others = (await system.subscribe({ employerId: OTHER_EMPLOYER })).id
  const { sql } = system.webhook.deps.db
  // Held, so that the pending ones stay pending.
  await sql`update subscription set status = 'Disabled'`
  for (const [i, status] of (['Pending', 'Succeeded', 'DeadLettered', 'Cancelled'] as const).entries()) {
    await insertDeliveries(sql, own, { status, createdAt: minute(i), count: 1 })
    await insertDeliveries(sql, others, { status, createdAt: minute(10 + i), count: 2 })
  }
  await sql`update subscription set status = 'Deleted' where id = ${others}`
})
afterAll(() => system.stop())

const list = async (query: string) => (await system.admin.get(`/admin/v1/webhook-deliveries?${query}`)).body
const minutes = (items: { createdAt: string }[]) =>
  items.map((one) => new Date(one.createdAt).getUTCMinutes())

test('200: all subscriptions, newest first, deleted ones included, page by page', async () => {
  const { items, ...page } = await list('pageSize=5')
  expect(page).toEqual({ total: 12, page: 1, pageSize: 5 })
  expect(minutes(items)).toEqual([13, 13, 12, 12, 11])
  expect(minutes((await list('page=2&pageSize=5')).items)).toEqual([11, 10, 10, 3, 2])
  expect(minutes((await list('page=3&pageSize=5')).items)).toEqual([1, 0])
  expect(await list('page=4&pageSize=5')).toMatchObject({ total: 12, items: [] })
  expect(items[0]).toMatchObject({
    ...{ subscriptionId: others, employerId: OTHER_EMPLOYER, status: 'Cancelled', event: 'job.expired' },
    ...{ failedAttempts: 0, nextAttemptAt: null, lastStatusCode: null },
  })
})

test('200: filters by status, employer, subscription and since, alone and together', async () => {
  expect(minutes((await list('status=DeadLettered')).items)).toEqual([12, 12, 2])
  expect(await list(`subscriptionId=${own}`)).toMatchObject({ total: 4 })
  expect(minutes((await list(`employerId=${OTHER_EMPLOYER}&status=Pending`)).items)).toEqual([10, 10])
  expect(await list(`employerId=${OTHER_EMPLOYER}&subscriptionId=${own}`)).toMatchObject({
    total: 0,
    items: [],
  })
  expect(minutes((await list(`since=${minute(11).toISOString()}&pageSize=3`)).items)).toEqual([13, 13, 12])
  const combined = await list(`since=${minute(1).toISOString()}&employerId=1&pageSize=2`)
  expect([combined.total, minutes(combined.items)]).toEqual([3, [3, 2]])
  expect(await list('employerId=2000000000')).toMatchObject({ total: 0, items: [] })
})

test.each([
  'status=Failed',
  'employerId=x',
  'employerId=0',
  'subscriptionId=2147483648',
  'subscriptionId=-1',
  'since=yesterday',
  'page=0',
  'pageSize=101',
  'page=101&pageSize=100',
])('400: %s is refused, named', async (query) => {
  const { status, body } = await system.admin.get(`/admin/v1/webhook-deliveries?${query}`)
  const [name] = query.split('=')
  expect([status, body.code, body.message.startsWith(name)]).toEqual([400, 'invalid_request', true])
})
