import { eventually } from '@jobboard/testkit/eventually'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMPLOYER, OTHER_EMPLOYER } from './support/accounts.ts'
import { type Arena, openArena } from './support/webhook-system.ts'

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.stop())

const employer = `/admin/v1/employers/${EMPLOYER}/webhook-subscriptions`
const one = (id: number | string) => `/admin/v1/webhook-subscriptions/${id}`

test('201: the secret is shown once and stored encrypted', async () => {
  const { status, body } = await arena.admin.post(employer, { url: 'https://example.com/a' })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(Number),
    url: 'https://example.com/a',
    events: ['application.submitted', 'application.status_changed', 'job.expired'],
    status: 'Active',
    createdAt: expect.any(String),
    signingSecret: expect.stringMatching(/^whsec_[\w-]{43}$/),
  })
  const list = await arena.admin.get(employer)
  expect(list.status).toBe(200)
  expect(list.text).not.toContain('whsec_')
  expect(list.body[0]).toMatchObject({ id: body.id, disabledReason: null, consecutiveFailures: 0 })
  const stored = await arena.webhook.deps.db.sql<{ text: string }>`
    select (s.*)::text || encode(s.secret, 'escape') as text from subscription s
    union all select payload::text from outbox`
  expect(stored.length).toBeGreaterThan(1)
  for (const { text } of stored) expect(text).not.toContain(body.signingSecret.slice(6))
})

test('404: an employer that accounts does not know, an unknown subscription, an unknown delivery', async () => {
  const unknown = '/admin/v1/employers/99/webhook-subscriptions'
  const answers = await Promise.all([
    arena.admin.post(unknown, { url: 'https://example.com/' }),
    arena.admin.get(unknown),
    arena.admin.delete(one(2_000_000_000)),
    arena.admin.put(one('x'), { url: 'https://example.com/' }),
    arena.admin.post(`${one(2_000_000_000)}/rotate-secret`),
    arena.admin.get(`${one(0)}/deliveries`),
    arena.admin.get('/admin/v1/webhook-deliveries/1'),
    arena.admin.post('/admin/v1/webhook-deliveries/00000000-0000-4000-8000-000000000000/redeliver'),
  ])
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 404))
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
})

test('400: no URL, unknown events, no events, a page that is none', async () => {
  const { id } = await arena.subscribe()
  const answers = await Promise.all([
    arena.admin.post(employer, {}),
    arena.admin.post(employer, { url: 'https://example.com/', events: ['job.created'] }),
    arena.admin.post(employer, { url: 'https://example.com/', events: [] }),
    arena.admin.post(employer, { url: `https://example.com/${'x'.repeat(2_000)}` }),
    arena.admin.put(one(id), { url: 'ftp://example.com/' }),
    arena.admin.post(`${one(id)}/rotate-secret`, { overlapSeconds: -1 }),
    arena.admin.get(`${one(id)}/deliveries?pageSize=101`),
    arena.admin.get(`${one(id)}/deliveries?status=Sending`),
  ])
  expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(
    answers.map(() => [400, 'invalid_request']),
  )
})

test('200: a changed URL is where pending deliveries go', async () => {
  const { id } = await arena.subscribe({ url: `${arena.receiver.url}/old`, employerId: OTHER_EMPLOYER })
  expect((await arena.admin.post(`${one(id)}/disable`)).body.status).toBe('Disabled')
  await arena.submit({ employerId: OTHER_EMPLOYER })
  const url = `${arena.receiver.url}/new`
  const changed = await arena.admin.put(one(id), { url, events: null })
  expect([changed.status, changed.body.url, changed.body.events.length]).toEqual([200, url, 3])
  await arena.admin.post(`${one(id)}/enable`)
  const { id: deliveryId } = await arena.delivery(id, 'Succeeded')
  expect(arena.receiver.of(deliveryId).map((request) => request.path)).toEqual(['/new'])
})

test('200: both secrets sign until the overlap ends, then the new one alone (D-53)', async () => {
  const { id, signingSecret: old } = await arena.subscribe()
  const rotated = await arena.admin.post(`${one(id)}/rotate-secret`, { overlapSeconds: 3_600 })
  const fresh = rotated.body.signingSecret
  expect(rotated.status).toBe(200)
  const signed = async () => {
    const { body } = await arena.admin.post(`${one(id)}/test`)
    const request = await eventually('the test arrives', async () => arena.receiver.of(body.deliveryId)[0])
    const nowMs = arena.webhook.deps.clock.now().getTime()
    return (secret: string) =>
      Stripe.webhooks.signature!.verifyHeader(request.body, request.signature, secret, 300, undefined, nowMs)
  }
  const during = await signed()
  expect([during(fresh), during(old)]).toEqual([true, true])
  arena.advance(3_600)
  const after = await signed()
  expect(after(fresh)).toBe(true)
  expect(() => after(old)).toThrow()
})

test('202: a test is a signed webhook.test event; 400 while the subscription is disabled', async () => {
  const { id } = await arena.subscribe()
  const { status, body } = await arena.admin.post(`${one(id)}/test`)
  expect(status).toBe(202)
  const request = await eventually('the test arrives', async () => arena.receiver.of(body.deliveryId)[0])
  expect(request.headers['x-webhook-event']).toBe('webhook.test')
  expect(JSON.parse(String(request.body))).toMatchObject({
    type: 'webhook.test',
    data: { subscriptionId: id },
  })
  await arena.admin.post(`${one(id)}/disable`)
  const refused = await arena.admin.post(`${one(id)}/test`)
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_state'])
})

test('every change tells the audit, without a secret', async () => {
  const { id } = await arena.subscribe()
  for (const what of ['disable', 'enable', 'rotate-secret', 'test'])
    await arena.admin.post(`${one(id)}/${what}`)
  await arena.admin.put(one(id), { events: ['job.expired'] })
  await arena.admin.delete(one(id))
  const rows = await arena.webhook.deps.db.sql<{ action: string; actor: string }>`
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
