import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { continueReplay } from '../src/replays/workers.ts'
import { insertFeed } from './support/insert-feed.ts'
import { type DeliveryRow, openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
  system.moveTo('2030-02-01T00:00:00Z')
})
afterAll(() => system.stop())
beforeEach(() => {
  employerId++
  system.receiver.requests.length = 0
})

const at = (time: string) => new Date(`2030-01-20T${time}Z`)
const since = at('10:00:00').toISOString()
const until = at('11:00:00').toISOString()
// Of each test: an employer with a feed of its own.
let employerId = 1_000
const key = () =>
  system.webhook.as({
    kind: 'recruiter',
    employerId,
    userId: null,
    keyId: 7,
    scopes: ['Webhooks', 'Applications', 'JobPosting'],
  })
const all = '/api/v1/webhook-subscriptions'
const subscribe = async (body: object = {}): Promise<{ id: number }> =>
  (await key().post(all, { url: `${system.receiver.url}/hook`, ...body })).body
const replay = (id: number, body: object = { since, until }) => key().post(`${all}/${id}/replay`, body)
const feed = (given: { count: number; at: Date; type?: string; employerId?: number }) =>
  insertFeed(system.webhook.deps.db.sql, { employerId, type: 'job.expired', ...given })
const eventIds = () => system.receiver.requests.map(({ body }) => JSON.parse(String(body)).id)
const isFinished = async (subscriptionId: number) => {
  const rows = await system.webhook.deps.db.sql`
    select 1 from subscription_replay where subscription_id = ${subscriptionId} and finished_at is null`
  return rows.length === 0
}

test('202: the events of the range come again with new delivery ids and the same event ids and bytes (P-369)', async () => {
  await feed({ count: 1, at: at('09:59:59.999') })
  const inRange = [
    ...(await feed({ count: 3, at: at('10:00:00') })),
    ...(await feed({ count: 2, at: at('10:59:59.999'), type: 'application.submitted' })),
  ]
  await feed({ count: 1, at: at('11:00:00') })
  await feed({ count: 2, at: at('10:30:00'), employerId: 1 })
  const { id } = await subscribe()
  const response = await replay(id)
  expect([response.status, response.body]).toEqual([202, { count: 5 }])
  await eventually('they are delivered', async () => (await delivered(id)).length === 5)
  expect(eventIds().sort()).toEqual(inRange.sort())
  const rows = await delivered(id)
  expect(rows.map(({ eventId }) => eventId).sort()).toEqual(inRange)
  await eventually('it is finished', () => isFinished(id))

  expect((await replay(id)).body).toEqual({ count: 5 })
  await eventually('they come again', async () => (await delivered(id)).length === 10)
  const deliveryIds = system.receiver.requests.map(({ deliveryId }) => deliveryId)
  expect(new Set(deliveryIds).size).toBe(10)
  const bodies = system.receiver.requests.map(({ body }) => String(body))
  expect(new Set(bodies).size).toBe(5)
  const [copies] = await system.webhook.deps.db.sql<{ n: number; inFeed: number }>`
    select count(*)::integer as n, count(feed_number)::integer as in_feed from event
    where employer_id = ${employerId} and replay_of is not null`
  expect(copies).toEqual({ n: 10, inFeed: 0 })
})

test('202: types chooses, without it the events of the subscription do; until may be absent', async () => {
  await feed({ count: 3, at: at('10:00:00') })
  await feed({ count: 2, at: at('10:00:00'), type: 'application.submitted' })
  const { id } = await subscribe({ events: ['application.submitted'] })
  expect((await replay(id, { since })).body).toEqual({ count: 2 })
  await eventually('it is finished', () => isFinished(id))
  expect((await replay(id, { since, types: ['job.expired', 'job.expired'] })).body).toEqual({ count: 3 })
  await eventually('all are delivered', async () => (await delivered(id)).length === 5)
  expect((await replay(id, { since, types: ['application.status_changed'] })).body).toEqual({ count: 0 })
  expect(await isFinished(id)).toBe(true)
})

test('400: an unknown type is named with those that exist; since, until and the range are checked', async () => {
  const { id } = await subscribe()
  const refusals: [object, RegExp][] = [
    [{ since, types: ['job.created'] }, /^types.*application\.submitted/],
    [{ since, types: [] }, /^types/],
    [{}, /^since/],
    [{ since: '2029-12-31T00:00:00Z' }, /^since: .*30 days/],
    [{ since: '2030-02-02T00:00:00Z' }, /^since: .*future/],
    [{ since, until: since }, /^until/],
  ]
  for (const [body, message] of refusals) {
    const response = await replay(id, body)
    expect([response.status, response.body.message]).toEqual([400, expect.stringMatching(message)])
  }
  await feed({ count: 100_001, at: at('10:00:00') })
  const tooMany = await replay(id)
  expect([tooMany.status, tooMany.body.message]).toEqual([
    400,
    expect.stringMatching(/^since: .*100000 events/),
  ])
  expect(await isFinished(id)).toBe(true)
})

test('400: one replay of a subscription at a time, exact with 20 callers at once; it waits while it is disabled', async () => {
  await feed({ count: 501, at: at('10:00:00') })
  const { id } = await subscribe()
  await key().post(`${all}/${id}/disable`)
  const responses = await Promise.all(Array.from({ length: 20 }, () => replay(id)))
  expect(responses.filter(({ status }) => status === 202)).toHaveLength(1)
  for (const { status, body } of responses.filter((one) => one.status !== 202))
    expect([status, body.code]).toEqual([400, 'invalid_state'])
  await eventually('500 are pending', async () => (await pending(id)) === 500)
  expect(
    await continueReplay(system.webhook.deps.db, await openReplay(id), system.webhook.deps.clock.now()),
  ).toBe(false)
  expect(await pending(id)).toBe(500)
  await key().post(`${all}/${id}/enable`)
  await eventually('all are delivered', async () => new Set(eventIds()).size === 501)
  await eventually('it is finished', () => isFinished(id))
  expect(system.receiver.requests).toHaveLength(501)
})

test('202: eight processes continue a replay at once: no event is missing and none comes twice', async () => {
  const ids = await feed({ count: 1_100, at: at('10:00:00') })
  const { id } = await subscribe()
  expect((await replay(id)).body).toEqual({ count: 1_100 })
  const { db, clock } = system.webhook.deps
  await eventually('it is finished', async () => {
    if (await isFinished(id)) return true
    const open = await openReplay(id).catch(() => undefined)
    if (open) await Promise.all(Array.from({ length: 8 }, () => continueReplay(db, open, clock.now())))
    return false
  })
  await eventually('all are delivered', async () => (await pending(id)) === 0)
  expect(eventIds().sort()).toEqual(ids.sort())
})

test('204: a replay to a deleted subscription ends; nothing of it is delivered', async () => {
  await feed({ count: 600, at: at('10:00:00') })
  const { id } = await subscribe()
  await key().post(`${all}/${id}/disable`)
  await replay(id)
  await key().delete(`${all}/${id}`)
  await eventually('it is finished', () => isFinished(id))
  expect([await pending(id), system.receiver.requests.length]).toEqual([0, 0])
})

test('429: the events of replays count towards the daily budget of the employer (P-280)', async () => {
  const [eventId] = await feed({ count: 1, at: at('10:00:00') })
  const { id } = await subscribe()
  expect((await replay(id)).status).toBe(202)
  await eventually('it is finished', () => isFinished(id))
  const { sql } = system.webhook.deps.db
  const owner = `employer:${employerId}`
  const [used] = await sql<{ used: boolean }>`
    select bytes = 2 * 4096 + (select octet_length(body) from event where id = ${eventId!}) as used
    from byte_budget where owner = ${owner}`
  expect(used).toEqual({ used: true })
  await sql`update byte_budget set bytes = 134217728 - 4096 where owner = ${owner}`
  const refused = await replay(id)
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  expect(await isFinished(id)).toBe(true)
})

const delivered = async (id: number): Promise<DeliveryRow[]> =>
  (await key().get(`${all}/${id}/deliveries?status=Succeeded`)).body.items

async function pending(subscriptionId: number): Promise<number> {
  const [row] = await system.webhook.deps.db.sql<{ n: number }>`
    select count(*)::integer as n from delivery where subscription_id = ${subscriptionId} and status = 'Pending'`
  return row!.n
}

async function openReplay(subscriptionId: number): Promise<{ id: number; subscriptionId: number }> {
  const [row] = await system.webhook.deps.db.sql<{ id: number }>`
    select id from subscription_replay where subscription_id = ${subscriptionId} and finished_at is null`
  return { id: row!.id, subscriptionId }
}
