import { eventually } from '@jobboard/testkit/eventually'
import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seal } from '../src/secrets/secret.ts'
import type { ReceivedRequest } from './support/receiver.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())

/** What the official library returns for a request as it arrived. */
function verify(secret: string, { body, headers }: ReceivedRequest): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>)
}

async function deliver(subscriptionId: number, known: number): Promise<ReceivedRequest> {
  await system.submit()
  const rows = await eventually('another delivery has succeeded', async () => {
    const succeeded = await system.deliveries(subscriptionId, 'Succeeded')
    return succeeded.length > known && succeeded
  })
  return system.receiver.requestsOf(rows[0]!.id).at(-1)!
}

const isStandard = ({ headers }: ReceivedRequest) => 'webhook-signature' in headers
const rotate = async (id: number, overlapSeconds: number): Promise<string> =>
  (await system.admin.post(`/admin/v1/webhook-subscriptions/${id}/rotate-secret`, { overlapSeconds })).body
    .signingSecret

test('the official library verifies a delivery and a test event unchanged, and so does constructEvent of Stripe (P-372)', async () => {
  const { id, signingSecret } = await system.subscribe()
  const request = await deliver(id, 0)
  const event = JSON.parse(request.body.toString())
  expect(verify(signingSecret, request)).toEqual(event)
  expect(request.headers['webhook-id']).toBe(event.id)
  expect(request.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
  expect(Stripe.webhooks.constructEvent(request.body, request.signature, signingSecret)).toEqual(event)
  const changed = { ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) }
  expect(() => verify(signingSecret, changed)).toThrow('No matching signature found')

  const { deliveryId } = (await system.admin.post(`/admin/v1/webhook-subscriptions/${id}/test`)).body
  const [tested] = await eventually('the test has arrived', async () => {
    const requests = system.receiver.requestsOf(deliveryId)
    return requests.length > 0 && requests
  })
  expect(verify(signingSecret, tested!)).toMatchObject({ type: 'webhook.test', data: { subscriptionId: id } })
})

test('webhook-id is the event in every attempt and redelivery, for every subscription; the signature is fresh (P-372)', async () => {
  const first = await system.subscribe()
  const second = await system.subscribe()
  system.receiver.respond(500)
  const eventId = await system.submit()
  const rows = await Promise.all(
    [first, second].map(({ id }) =>
      eventually('an attempt has failed', async () =>
        (await system.deliveries(id)).find((row) => row.eventId === eventId && row.failedAttempts === 1),
      ),
    ),
  )
  system.receiver.respond(200)
  system.advance(60)
  await Promise.all([first, second].map(({ id }) => system.delivery(id, 'Succeeded')))
  for (const { id } of rows) await system.admin.post(`/admin/v1/webhook-deliveries/${id}/redeliver`)
  const requests = await eventually('three requests of each', async () => {
    const all = rows.map(({ id }) => system.receiver.requestsOf(id))
    return all.every(({ length }) => length === 3) && all.flat()
  })
  expect(new Set(requests.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]))
  for (const { headers, signature } of requests) {
    expect(signature).toContain(`t=${headers['webhook-timestamp']},`)
  }
  const [attempt, retry] = system.receiver.requestsOf(rows[0]!.id)
  expect(Number(retry!.headers['webhook-timestamp'])).toBeGreaterThan(
    Number(attempt!.headers['webhook-timestamp']),
  )
  expect(retry!.headers['webhook-signature']).not.toBe(attempt!.headers['webhook-signature'])
  system.moveTo(new Date())
})

test('while a secret is rotated both sign, the newest first; then only the new one (P-372, D-53)', async () => {
  const { id, signingSecret: old } = await system.subscribe()
  const renewed = await rotate(id, 60)
  const during = await deliver(id, 0)
  const both = String(during.headers['webhook-signature']).split(' ')
  expect(both).toHaveLength(2)
  expect([verify(old, during), verify(renewed, during)]).toEqual([expect.anything(), expect.anything()])
  const onlyFirst = { ...during, headers: { ...during.headers, 'webhook-signature': both[0]! } }
  expect(verify(renewed, onlyFirst)).toEqual(expect.anything())
  expect(() => verify(old, onlyFirst)).toThrow('No matching signature found')
  await rotate(id, 0)
  const last = await rotate(id, 0)
  const after = await deliver(id, 1)
  expect(verify(last, after)).toEqual(expect.anything())
  expect(() => verify(renewed, after)).toThrow('No matching signature found')
})

test('a secret of the older form signs as before and has no further headers; rotated, only the new one has (P-372)', async () => {
  const { id } = await system.subscribe()
  const old = `whsec_${Buffer.alloc(32, 7).toString('base64url')}`
  const sealed = seal(system.webhook.deps.env.WEBHOOK_SECRET_KEYS, id, old)
  await system.webhook.deps.db.sql`update subscription set secret = ${sealed} where id = ${id}`
  const before = await deliver(id, 0)
  expect(Object.keys(before.headers).filter((name) => name.startsWith('webhook-'))).toEqual([])
  expect(isStandard(before)).toBe(false)
  expect(Stripe.webhooks.constructEvent(before.body, before.signature, old)).toEqual(expect.anything())
  const renewed = await rotate(id, 3_600)
  const during = await deliver(id, 1)
  expect(during.signature.match(/v1=/g)).toHaveLength(2)
  expect(String(during.headers['webhook-signature']).split(' ')).toHaveLength(1)
  expect(verify(renewed, during)).toEqual(expect.anything())
  expect(Stripe.webhooks.constructEvent(during.body, during.signature, old)).toEqual(expect.anything())
})
