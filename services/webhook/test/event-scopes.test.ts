import { subscribableEvents } from '@jobboard/contracts/webhooks/public-events'
import type { Client } from '@jobboard/testkit/client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertFeed } from './support/insert-feed.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())
beforeEach(() => void employerId++)

// Of each test: an employer of its own.
let employerId = 2_000
const all = '/api/v1/webhook-subscriptions'
const url = 'https://example.com/hook'
const keyWith = (...scopes: string[]): Client =>
  system.webhook.as({
    ...{ kind: 'recruiter', employerId, userId: null, keyId: 7 },
    scopes: ['Webhooks', ...scopes],
  })
/** Registered by a key that may. */
const registered = async (events: readonly string[]): Promise<number> => {
  const { status, body } = await keyWith('Applications', 'JobPosting').post(all, { url, events })
  expect(status).toBe(201)
  return body.id
}
const refusalOf = ({ status, body }: { status: number; body: { code?: string; message?: string } }) => [
  status,
  body.code,
  body.message,
]
const refused = (field: string, events: string, scope: string) => [
  403,
  'insufficient_scope',
  expect.stringMatching(new RegExp(`^${field}: ${events} needs? the scopes? ${scope}, which this key lacks`)),
]
const stored = async () => {
  const { sql } = system.webhook.deps.db
  const rows = await sql`select id, url, events, status from subscription where employer_id = ${employerId}`
  return [rows, await sql`select 1 from outbox where payload->'after'->>'url' is not null`]
}

test.each(subscribableEvents)(
  '403: to register for %s a key needs its scope; nothing is stored (D-66)',
  async (event) => {
    const scope = event.startsWith('job.') ? 'JobPosting' : 'Applications'
    const before = await stored()
    for (const client of [keyWith(), keyWith(scope === 'JobPosting' ? 'Applications' : 'JobPosting')]) {
      expect(refusalOf(await client.post(all, { url, events: [event] }))).toEqual(
        refused('events', event, scope),
      )
    }
    expect(await stored()).toEqual(before)
    expect((await keyWith(scope).post(all, { url, events: [event] })).status).toBe(201)
  },
)

test('403: without events all three are meant, so both scopes are needed and named, never fewer events (D-66)', async () => {
  const three = 'application.submitted, application.status_changed, job.expired'
  for (const body of [{ url }, { url, events: null }]) {
    expect(refusalOf(await keyWith().post(all, body))).toEqual(
      refused('events', three, 'Applications and JobPosting'),
    )
    expect(refusalOf(await keyWith('Applications').post(all, body))).toEqual(
      refused('events', 'job.expired', 'JobPosting'),
    )
  }
  // The order of checks: a body that cannot be read is 400 first, the address is not looked at.
  expect((await keyWith().post(all, { url, events: ['job.created'] })).status).toBe(400)
  expect((await keyWith().post(all, { url: 'http://10.0.0.1/' })).status).toBe(403)
  expect((await keyWith('Applications', 'JobPosting').post(all, { url })).status).toBe(201)
  const { status } = await system.admin.post('/admin/v1/employers/1/webhook-subscriptions', { url })
  expect(status).toBe(201)
})

test('403: a refused registration does not use up its Idempotency-Key (D-60, D-66)', async () => {
  const headers = { 'idempotency-key': 'register' }
  const body = { url, events: ['application.submitted'] }
  expect((await keyWith().post(all, body, headers)).status).toBe(403)
  expect((await keyWith('Applications').post(all, body, headers)).status).toBe(201)
})

test('200: a subscription that exists keeps working with a key of Webhooks alone: read, enabled, tested, rotated, changed; 403: for another event or host (D-66)', async () => {
  const id = await registered(['application.submitted', 'job.expired'])
  const own = keyWith()
  const one = `${all}/${id}`
  const put = (body: object) => own.put(one, body)
  for (const [method, path, status] of [
    ['GET', '', 200],
    ['POST', '/disable', 200],
    ['POST', '/enable', 200],
    ['POST', '/test', 202],
    ['POST', '/rotate-secret', 200],
  ] as const) {
    const response = await own.send(method, one + path, method === 'POST' ? { body: {} } : {})
    expect([path, response.status]).toEqual([path, status])
  }
  const since = new Date(system.webhook.deps.clock.now().getTime() - 60_000).toISOString()
  expect((await own.post(`${one}/recover`, { since })).status).toBe(202)

  expect((await put({ url: 'https://example.com/other?a=b' })).status).toBe(200)
  expect((await put({ events: ['application.submitted', 'application.submitted'] })).status).toBe(200)
  expect((await put({ events: ['application.submitted'], url })).status).toBe(200)
  const before = await stored()
  for (const events of [['application.erased'], ['application.submitted', 'application.erased']]) {
    expect(refusalOf(await put({ events }))).toEqual(refused('events', 'application.erased', 'Applications'))
  }
  expect(refusalOf(await put({ events: ['job.expired'] }))).toEqual(
    refused('events', 'job.expired', 'JobPosting'),
  )
  for (const elsewhere of [
    'https://example.org/hook',
    'https://example.com:8443/hook',
    'https://a.example.com/hook',
  ]) {
    expect(refusalOf(await put({ url: elsewhere }))).toEqual(
      refused('url', 'application.submitted', 'Applications'),
    )
  }
  expect(await stored()).toEqual(before)
  const whole = await keyWith('Applications', 'JobPosting').put(one, {
    events: ['application.erased', 'job.expired'],
    url: 'https://example.org/hook',
  })
  expect(whole.status).toBe(200)
})

test('403: a replay of types that the subscription does not have needs their scopes (D-66)', async () => {
  const at = new Date(system.webhook.deps.clock.now().getTime() - 60_000)
  const feed = { employerId, count: 1, at }
  await insertFeed(system.webhook.deps.db.sql, { ...feed, type: 'application.submitted' })
  await insertFeed(system.webhook.deps.db.sql, { ...feed, type: 'job.expired' })
  const id = await registered(['job.expired'])
  const since = new Date(at.getTime() - 1_000).toISOString()
  const replay = (client: Client, types?: string[]) => client.post(`${all}/${id}/replay`, { since, types })
  expect(refusalOf(await replay(keyWith(), ['job.expired', 'application.submitted']))).toEqual(
    refused('types', 'application.submitted', 'Applications'),
  )
  expect((await replay(keyWith())).body).toEqual({ count: 1 })
})

test('200: a key without the scope of an event reads its deliveries without what they say (D-66)', async () => {
  const id = await registered(['application.submitted'])
  await keyWith().post(`${all}/${id}/disable`, {})
  const eventId = await system.submit({ employerId, applicationId: 77, jobTitle: 'Secret role' })
  const { items } = (await keyWith().get(`${all}/${id}/deliveries`)).body
  const path = `/api/v1/webhook-deliveries/${items[0].id}`
  const [without, withScope] = [
    await keyWith('JobPosting').get(path),
    await keyWith('Applications').get(path),
  ]
  expect([
    without.status,
    without.text.includes('Secret role'),
    without.text.includes('applicationId'),
  ]).toEqual([200, false, false])
  const { data, ...envelope } = JSON.parse(withScope.body.body)
  expect([data.jobTitle, JSON.parse(without.body.body)]).toEqual(['Secret role', envelope])
  expect(envelope).toMatchObject({ id: eventId, type: 'application.submitted' })
  expect({ ...without.body, body: '' }).toEqual({ ...withScope.body, body: '' })
  const admin = await system.admin.get(`/admin/v1/webhook-deliveries/${items[0].id}`)
  expect(admin.body.body).toBe(withScope.body.body)
  const { deliveryId } =
    (await keyWith().post(`${all}/${id}/enable`, {})) && (await keyWith().post(`${all}/${id}/test`, {})).body
  const test = (await keyWith().get(`/api/v1/webhook-deliveries/${deliveryId}`)).body
  expect(JSON.parse(test.body).data).toEqual({ subscriptionId: id })
})
