import { randomUUID } from 'node:crypto'
import { endpoints } from '@jobboard/contracts/endpoints'
import { MAX_SUBSCRIPTIONS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMPLOYER, OTHER_EMPLOYER } from './support/accounts.ts'
import { insertDeliveries } from './support/insert-deliveries.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
let own: Client
let other: Client
let employers = 1_000
const keyOf = (employerId: number) =>
  system.webhook.as({
    kind: 'recruiter',
    employerId,
    userId: null,
    keyId: 7,
    scopes: ['Webhooks', 'Applications', 'JobPosting'],
  })
beforeAll(async () => {
  system = await openWebhookSystem()
  own = keyOf(EMPLOYER)
  other = keyOf(OTHER_EMPLOYER)
})
afterAll(() => system.stop())

const all = '/api/v1/webhook-subscriptions'
const subscribe = async (client = own, body: object = {}) => {
  const response = await client.post(all, { url: `${system.receiver.url}/hook`, ...body })
  expect(response.status, response.text).toBe(201)
  return response.body as { id: number; signingSecret: string }
}
const received = (deliveryId: string) =>
  eventually('the delivery arrives', async () => system.receiver.requestsOf(deliveryId)[0])

test('201: a key registers a receiver; the secret is shown once; it is read, listed and changed (P-365)', async () => {
  const { body } = await own.post(all, { url: 'https://example.com/a', events: ['job.expired'] })
  expect(body).toEqual({
    ...{ id: expect.any(Number), url: 'https://example.com/a', events: ['job.expired'], status: 'Active' },
    ...{ createdAt: expect.any(String), signingSecret: expect.stringMatching(/^whsec_/) },
  })
  const read = await own.get(`${all}/${body.id}`)
  const { signingSecret, ...shown } = body
  expect([read.status, read.body]).toEqual([
    200,
    { ...shown, disabledReason: null, consecutiveFailures: 0, previousSecretUntil: null },
  ])
  const list = await own.get(`${all}?pageSize=1`)
  expect(list.body).toMatchObject({ page: 1, pageSize: 1, items: [read.body] })
  expect(list.text + read.text).not.toContain(signingSecret)

  const etag = read.headers.get('etag')!
  const put = (change: object, ifMatch: string) =>
    own.send('PUT', `${all}/${body.id}`, { body: change, headers: { 'if-match': ifMatch } })
  const changed = await put({ url: 'https://example.com/b' }, etag)
  expect([changed.status, changed.body.url, changed.body.events]).toEqual([
    200,
    'https://example.com/b',
    ['job.expired'],
  ])
  const stale = await put({ url: 'https://example.com/c' }, etag)
  expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed'])
  expect((await put({ events: ['application.submitted'] }, changed.headers.get('etag')!)).status).toBe(200)
  const unchanged = await own.send('GET', `${all}/${body.id}`, {
    headers: { 'if-none-match': (await own.get(`${all}/${body.id}`)).headers.get('etag')! },
  })
  expect(unchanged.status).toBe(304)
  expect((await own.delete(`${all}/${body.id}`)).status).toBe(204)
  expect((await own.get(`${all}/${body.id}`)).status).toBe(404)
})

test('201: a repeated registration gets the same subscription and secret; 422 for another URL; after a deletion it registers another (D-60)', async () => {
  const client = keyOf(++employers)
  const register = (url: string, headers: Record<string, string> = { 'idempotency-key': 'register-1' }) =>
    client.post(all, { url: `https://example.com/${url}` }, headers)
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => register('a')))
  for (const { status, body } of others) expect([status, body]).toEqual([201, first!.body])
  const replays = [first!, ...others].map(({ headers }) => headers.get('idempotency-replayed'))
  expect(replays.filter((replayed) => replayed === 'true')).toHaveLength(19)
  expect((await client.get(all)).body.total).toBe(1)
  const reused = await register('b')
  expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused'])
  expect((await register('a', { 'idempotency-key': 'register-2' })).body.id).not.toBe(first!.body.id)
  expect(
    (
      await keyOf(++employers).post(
        all,
        { url: 'https://example.com/a' },
        { 'idempotency-key': 'register-1' },
      )
    ).body.id,
  ).not.toBe(first!.body.id)
  await client.delete(`${all}/${first!.body.id}`)
  const again = await register('a')
  expect([again.status, again.body.id === first!.body.id]).toEqual([201, false])
})

test('200: a repeated rotation gets the same secret and the old one still signs; 422 with another overlap (D-60)', async () => {
  const { id, signingSecret: old } = await subscribe()
  const rotate = (overlapSeconds: number, key: string) =>
    own.post(`${all}/${id}/rotate-secret`, { overlapSeconds }, { 'idempotency-key': key })
  const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => rotate(3_600, 'rotate-1')))
  for (const { status, body } of others) expect([status, body]).toEqual([200, first!.body])
  const { body: test } = await own.post(`${all}/${id}/test`)
  const { body, headers } = await received(test.deliveryId)
  const signed = (secret: string) =>
    new Webhook(secret).verify(body.toString(), headers as Record<string, string>)
  expect(signed(old)).toMatchObject({ type: 'webhook.test' })
  expect(signed(first!.body.signingSecret)).toMatchObject({ type: 'webhook.test' })
  const { body: shown } = await own.get(`${all}/${id}`)
  expect(Date.parse(shown.previousSecretUntil)).toBeGreaterThan(system.webhook.deps.clock.now().getTime())
  const reused = await rotate(60, 'rotate-1')
  expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused'])
  expect((await rotate(3_600, 'rotate-2')).body.signingSecret).not.toBe(first!.body.signingSecret)
})

test('202: test, disable, enable, rotate, deliveries with filters, one delivery, redeliver, recover (P-365)', async () => {
  const { id } = await subscribe()
  const from = system.webhook.deps.clock.now().toISOString()
  const tested = await own.post(`${all}/${id}/test`)
  expect(tested.status).toBe(202)
  await received(tested.body.deliveryId)
  expect((await own.post(`${all}/${id}/disable`)).body).toMatchObject({
    status: 'Disabled',
    disabledReason: 'disabled with an API key',
  })
  expect((await own.post(`${all}/${id}/test`)).body.code).toBe('invalid_state')
  await system.submit()
  expect((await own.post(`${all}/${id}/enable`)).body.status).toBe('Active')
  const rotated = await own.post(`${all}/${id}/rotate-secret`, { overlapSeconds: 60 })
  expect([rotated.status, rotated.body.signingSecret]).toEqual([200, expect.stringMatching(/^whsec_/)])

  const list = async (query: string) => (await own.get(`${all}/${id}/deliveries?${query}`)).body
  await eventually('both are delivered', async () => (await list('status=Succeeded')).total === 2)
  expect(await list('event=webhook.test')).toMatchObject({
    total: 1,
    items: [{ id: tested.body.deliveryId }],
  })
  const [submitted] = (await list('event=application.submitted&status=Succeeded')).items
  expect(submitted.event).toBe('application.submitted')
  expect((await list(`until=${from}`)).total).toBe(0)
  expect((await list(`since=${from}&until=9999-12-31T00:00:00Z`)).total).toBe(2)
  const tooDeep = await own.get(`${all}/${id}/deliveries?page=101&pageSize=100`)
  expect([tooDeep.status, tooDeep.body.message]).toEqual([400, expect.stringMatching(/^page: .*since/)])
  const typo = await own.get(`${all}/${id}/deliveries?event=application.submited`)
  expect([typo.status, typo.body.message]).toEqual([400, expect.stringContaining('application.submitted')])

  const one = await own.get(`/api/v1/webhook-deliveries/${submitted.id}`)
  expect(one.body).toMatchObject({ id: submitted.id, attempts: [{ number: 1, statusCode: 200 }] })
  const again = await own.post(`/api/v1/webhook-deliveries/${submitted.id}/redeliver`)
  expect([again.status, again.body]).toEqual([202, { deliveryId: submitted.id }])
  await eventually('it arrives again', async () => system.receiver.requestsOf(submitted.id).length === 2)

  await insertDeliveries(system.webhook.deps.db.sql, id, {
    ...{ status: 'DeadLettered', createdAt: system.webhook.deps.clock.now(), count: 3 },
  })
  const recovered = await own.post(`${all}/${id}/recover`, { since: from })
  expect([recovered.status, recovered.body]).toEqual([202, { count: 3 }])
})

test('each change is audited with the key as its actor, and counts 4 KiB of the daily budget (P-365)', async () => {
  const employerId = ++employers
  const client = keyOf(employerId)
  const { id } = await subscribe(client)
  for (const operation of ['disable', 'enable', 'rotate-secret', 'test'])
    await client.post(`${all}/${id}/${operation}`)
  await client.post(`${all}/${id}/replay`, { since: system.webhook.deps.clock.now().toISOString() })
  await client.delete(`${all}/${id}`)
  const { sql } = system.webhook.deps.db
  const rows = await sql<{ action: string; actor: string }>`
    select payload->>'action' as action, payload->>'actor' as actor from outbox
    where payload->>'object' = ${`webhook-subscription ${id}`} order by id`
  expect(rows.map(({ action }) => action)).toEqual([
    ...['create-subscription', 'disable-subscription', 'enable-subscription', 'rotate-secret'],
    ...['test-subscription', 'replay-webhook-events', 'delete-subscription'],
  ])
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set(['key 7']))
  const owner = `employer:${employerId}`
  const [budget] = await sql<{ bytes: number }>`
    select bytes::integer as bytes from byte_budget where owner = ${owner}`
  expect(budget).toEqual({ bytes: 7 * 4_096 })
  await sql`update byte_budget set bytes = 134217728 where owner = ${owner}`
  const refused = await client.post(all, { url: 'https://example.com/' })
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  expect((await client.get(all)).body.total).toBe(0)
})

test('what a person does in the portal is audited as the user', async () => {
  const scopes = ['Webhooks', 'Applications', 'JobPosting']
  const person = system.webhook.as({
    kind: 'recruiter',
    employerId: ++employers,
    userId: 12,
    keyId: null,
    scopes,
  })
  const { id } = await subscribe(person)
  const rows = await system.webhook.deps.db.sql`
    select payload->>'actor' as actor from outbox where payload->>'object' = ${`webhook-subscription ${id}`}`
  expect(rows).toEqual([{ actor: 'user 12' }])
})

test('409: exactly 20 of 40 registrations at once succeed; an employer that has more keeps them (P-365)', async () => {
  const client = keyOf(OTHER_EMPLOYER)
  const body = { url: 'https://example.com/' }
  const responses = await Promise.all(Array.from({ length: 40 }, () => client.post(all, body)))
  const refused = responses.filter(({ status }) => status !== 201)
  expect(responses.length - refused.length).toBe(MAX_SUBSCRIPTIONS_PER_EMPLOYER)
  for (const { status, body } of refused) expect([status, body.code]).toEqual([409, 'limit_reached'])
  expect(refused[0]!.body.message).toContain('delete one first')
  // Operators have no limit, so an employer may have more than 20; a key then adds none, and one that is deleted counts
  // no more.
  await system.subscribe({ employerId: OTHER_EMPLOYER })
  const { total, items } = (await client.get(`${all}?pageSize=5&page=5`)).body
  expect([total, items.length]).toEqual([MAX_SUBSCRIPTIONS_PER_EMPLOYER + 1, 1])
  const [first, second] = responses.filter(({ status }) => status === 201)
  await client.delete(`${all}/${first!.body.id}`)
  expect((await client.post(all, body)).status).toBe(409)
  await client.delete(`${all}/${second!.body.id}`)
  expect((await client.post(all, body)).status).toBe(201)
})

test("404: each endpoint that names a subscription or delivery, for another employer's, changes nothing (D-19)", async () => {
  const { id: subscriptionId } = await subscribe()
  const { deliveryId } = (await own.post(`${all}/${subscriptionId}/test`)).body
  await received(deliveryId)
  await system.delivery(subscriptionId, 'Succeeded')
  const { sql } = system.webhook.deps.db
  const state = async () => [
    (await sql<{ row: string }>`select s::text as row from subscription s where id = ${subscriptionId}`)[0],
    (
      await sql<{
        row: string
      }>`select d::text as row from delivery d where subscription_id = ${subscriptionId}`
    )[0],
    (await sql`select 1 from subscription_replay where subscription_id = ${subscriptionId}`).length,
  ]
  const before = await state()
  const since = system.webhook.deps.clock.now().toISOString()
  const named = endpoints.filter(
    ({ plane, service, path, isOfSandbox }) =>
      plane === 'public' && service === 'webhook' && path.includes('{') && !isOfSandbox,
  )
  expect(named.length).toBe(13)
  for (const { method, path, name } of named) {
    const send = (client: Client, ids: { subscriptionId: number; deliveryId: string }) => {
      const filled = path
        .replace('{subscriptionId}', String(ids.subscriptionId))
        .replace('{deliveryId}', ids.deliveryId)
      return client.send(
        method,
        filled,
        method === 'GET' ? {} : { body: { since, url: 'https://example.com' } },
      )
    }
    const foreign = await send(other, { subscriptionId, deliveryId })
    const missing = await send(other, { subscriptionId: 2_000_000_000, deliveryId: randomUUID() })
    expect([name, foreign.status, foreign.text]).toEqual([name, 404, missing.text])
  }
  expect(await state()).toEqual(before)
  expect((await other.get(all)).body.items.map(({ id }: { id: number }) => id)).not.toContain(subscriptionId)
})

test('400: a URL that is refused names url, an unknown event is named with those that exist (D-55)', async () => {
  const strict = await openWebhookSystem({ WEBHOOK_ALLOW_PRIVATE: 'false' })
  try {
    const client = strict.webhook.as({
      ...{
        kind: 'recruiter',
        employerId: EMPLOYER,
        userId: null,
        keyId: 7,
        scopes: ['Webhooks', 'Applications', 'JobPosting'],
      },
    })
    for (const url of [
      'http://example.com/',
      'https://127.0.0.1/',
      'https://localhost/',
      'https://u:p@example.com/',
    ]) {
      const response = await client.post(all, { url })
      expect([url, response.status, response.body.message]).toEqual([
        url,
        400,
        expect.stringMatching(/^url: /),
      ])
    }
    expect((await client.get(all)).body.total).toBe(0)
  } finally {
    await strict.stop()
  }
  const response = await own.post(all, { url: 'https://example.com/', events: ['job.created'] })
  expect([response.status, response.body.message]).toEqual([
    400,
    expect.stringMatching(/^events.*job\.expired/),
  ])
})
