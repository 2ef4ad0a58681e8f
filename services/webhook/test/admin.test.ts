import { eventually } from '@jobboard/testkit/eventually'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMPLOYER, OTHER_EMPLOYER } from './support/accounts.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())

const employer = `/admin/v1/employers/${EMPLOYER}/webhook-subscriptions`
const subscriptionPath = (id: number | string) => `/admin/v1/webhook-subscriptions/${id}`

test('201: the secret is shown once and stored encrypted', async () => {
  const { status, body } = await system.admin.post(employer, { url: 'https://example.com/a' })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(Number),
    url: 'https://example.com/a',
    events: ['application.submitted', 'application.status_changed', 'job.expired'],
    status: 'Active',
    createdAt: expect.any(String),
    signingSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  })
  const list = await system.admin.get(employer)
  expect(list.status).toBe(200)
  expect(list.text).not.toContain('whsec_')
  expect(list.body[0]).toMatchObject({ id: body.id, disabledReason: null, consecutiveFailures: 0 })
  const stored = await system.webhook.deps.db.sql<{ text: string }>`
    select (s.*)::text || encode(s.secret, 'escape') as text from subscription s
    union all select payload::text from outbox`
  expect(stored.length).toBeGreaterThan(1)
  for (const { text } of stored) expect(text).not.toContain(body.signingSecret.slice(6))
})

test('404: an unknown employer, subscription or delivery; every response has the same body', async () => {
  const unknown = '/admin/v1/employers/99/webhook-subscriptions'
  const responses = await Promise.all([
    system.admin.post(unknown, { url: 'https://example.com/' }),
    system.admin.get(unknown),
    system.admin.delete(subscriptionPath(2_000_000_000)),
    system.admin.put(subscriptionPath('x'), { url: 'https://example.com/' }),
    system.admin.post(`${subscriptionPath(2_000_000_000)}/rotate-secret`),
    system.admin.get(`${subscriptionPath(0)}/deliveries`),
    system.admin.get('/admin/v1/webhook-deliveries/1'),
    system.admin.post('/admin/v1/webhook-deliveries/00000000-0000-4000-8000-000000000000/redeliver'),
  ])
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404))
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
})

test('400: a missing or bad URL, unknown or no events, a negative overlap, bad paging and an unknown status', async () => {
  const { id } = await system.subscribe()
  const responses = await Promise.all([
    system.admin.post(employer, {}),
    system.admin.post(employer, { url: 'https://example.com/', events: ['job.created'] }),
    system.admin.post(employer, { url: 'https://example.com/', events: [] }),
    system.admin.post(employer, { url: `https://example.com/${'x'.repeat(2_000)}` }),
    system.admin.put(subscriptionPath(id), { url: 'ftp://example.com/' }),
    system.admin.post(`${subscriptionPath(id)}/rotate-secret`, { overlapSeconds: -1 }),
    system.admin.get(`${subscriptionPath(id)}/deliveries?pageSize=101`),
    system.admin.get(`${subscriptionPath(id)}/deliveries?status=Sending`),
  ])
  expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
    responses.map(() => [400, 'invalid_request']),
  )
})

test('200: pending deliveries go to the changed URL', async () => {
  const { id } = await system.subscribe({ url: `${system.receiver.url}/old`, employerId: OTHER_EMPLOYER })
  expect((await system.admin.post(`${subscriptionPath(id)}/disable`)).body.status).toBe('Disabled')
  await system.submit({ employerId: OTHER_EMPLOYER })
  const url = `${system.receiver.url}/new`
  const changed = await system.admin.put(subscriptionPath(id), { url, events: null })
  expect([changed.status, changed.body.url, changed.body.events.length]).toEqual([200, url, 3])
  await system.admin.post(`${subscriptionPath(id)}/enable`)
  const { id: deliveryId } = await system.delivery(id, 'Succeeded')
  expect(system.receiver.requestsOf(deliveryId).map((request) => request.path)).toEqual(['/new'])
})

test('200: deliveries are signed with both secrets until the overlap ends, then with the new one (D-53)', async () => {
  const { id, signingSecret: previous } = await system.subscribe()
  const rotated = await system.admin.post(`${subscriptionPath(id)}/rotate-secret`, { overlapSeconds: 3_600 })
  const current = rotated.body.signingSecret
  expect(rotated.status).toBe(200)
  const receiveTest = async () => {
    const { body } = await system.admin.post(`${subscriptionPath(id)}/test`)
    const request = await eventually(
      'the test event arrives',
      async () => system.receiver.requestsOf(body.deliveryId)[0],
    )
    const nowMs = system.webhook.deps.clock.now().getTime()
    return (secret: string) =>
      Stripe.webhooks.signature!.verifyHeader(request.body, request.signature, secret, 300, undefined, nowMs)
  }
  const during = await receiveTest()
  expect([during(current), during(previous)]).toEqual([true, true])
  system.advance(3_600)
  const after = await receiveTest()
  expect(after(current)).toBe(true)
  expect(() => after(previous)).toThrow()
})

test('202: a test sends a webhook.test event; 400 while the subscription is disabled (P-17)', async () => {
  const { id } = await system.subscribe()
  const { status, body } = await system.admin.post(`${subscriptionPath(id)}/test`)
  expect(status).toBe(202)
  const request = await eventually(
    'the test event arrives',
    async () => system.receiver.requestsOf(body.deliveryId)[0],
  )
  expect(request.headers['x-webhook-event']).toBe('webhook.test')
  expect(JSON.parse(String(request.body))).toMatchObject({
    type: 'webhook.test',
    data: { subscriptionId: id },
  })
  await system.admin.post(`${subscriptionPath(id)}/disable`)
  const whileDisabled = await system.admin.post(`${subscriptionPath(id)}/test`)
  expect([whileDisabled.status, whileDisabled.body.code]).toEqual([400, 'invalid_state'])
})

test('every change is audited', async () => {
  const { id } = await system.subscribe()
  for (const operation of ['disable', 'enable', 'rotate-secret', 'test'])
    await system.admin.post(`${subscriptionPath(id)}/${operation}`)
  await system.admin.put(subscriptionPath(id), { events: ['job.expired'] })
  await system.admin.delete(subscriptionPath(id))
  const rows = await system.webhook.deps.db.sql<{ action: string; actor: string }>`
    select payload->>'action' as action, payload->>'actor' as actor from outbox
    where payload->>'object' = ${`webhook-subscription ${id}`} order by id`
  expect(rows.map((row) => row.action)).toEqual([
    'create-subscription',
    'disable-subscription',
    'enable-subscription',
    'rotate-secret',
    'test-subscription',
    'change-subscription',
    'delete-subscription',
  ])
  expect(new Set(rows.map((row) => row.actor))).toEqual(new Set(['test']))
})
