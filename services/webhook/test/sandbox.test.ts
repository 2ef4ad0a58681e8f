import { randomUUID } from 'node:crypto'
import { SANDBOX_DELIVERIES_IN_FLIGHT } from '@jobboard/contracts/sandbox/sandbox'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EMPLOYER } from './support/accounts.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

const SCOPES = ['Webhooks', 'Applications', 'JobPosting']
const ALL = '/api/v1/webhook-subscriptions'

let system: WebhookSystem
let sandboxes = 100
beforeAll(async () => {
  system = await openWebhookSystem({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'jobs@example.com' })
})
afterAll(() => system.stop())
beforeEach(async () => {
  const { sql } = system.webhook.deps.db
  await sql`update delivery set status = 'Cancelled', finished_at = now() where status = 'Pending'`
  await sql`update subscription set status = 'Deleted'`
  system.receiver.requests.length = 0
  system.receiver.respond(200)
})

const live = (employerId = EMPLOYER) =>
  system.webhook.as({ kind: 'recruiter', employerId, userId: null, keyId: 7, scopes: SCOPES })

/** A sandbox with a subscription, and a client with its key. */
async function openSandbox(sandboxId = sandboxes++) {
  const client = system.webhook.as({
    ...{ kind: 'recruiter', employerId: sandboxId, userId: null, keyId: 8, scopes: SCOPES },
    sandboxId,
  } as const)
  const { body } = await client.post(ALL, { url: `${system.receiver.url}/sandbox` })
  const simulate = async (answer: object) => {
    const response = await client.post(`/api/v1/sandbox/subscriptions/${body.id}/receiver`, answer)
    expect(response.status, response.text).toBe(204)
  }
  const makeDue = (id: string) => client.post(`/api/v1/sandbox/deliveries/${id}/due`)
  const read = async (id: string) => (await client.get(`/api/v1/webhook-deliveries/${id}`)).body
  const attempted = (id: string, attempts: number) =>
    eventually(`attempt ${attempts} is stored`, async () => {
      const delivery = await read(id)
      return delivery.attempts.length >= attempts && delivery
    })
  const first = () => eventually('a delivery', async () => (await system.deliveries(body.id))[0], 10_000)
  return { sandboxId, client, id: body.id as number, simulate, makeDue, read, attempted, first }
}

describe('deliveries of a sandbox', () => {
  test('carry X-Sandbox: true, those of a live employer do not, and are signed alike (P-922)', async () => {
    const { sandboxId } = await openSandbox()
    await system.subscribe()
    await system.submit({ employerId: sandboxId })
    await system.submit()
    await eventually('both arrive', async () => system.receiver.requests.length === 2)
    const headers = (path: string) => system.receiver.requests.find((one) => one.path === path)!.headers
    expect(headers('/sandbox')['x-sandbox']).toBe('true')
    expect(headers('/hook')['x-sandbox']).toBeUndefined()
    const { 'x-sandbox': _, ...own } = headers('/sandbox')
    expect(Object.keys(own).toSorted()).toEqual(Object.keys(headers('/hook')).toSorted())
  })

  test('404: another sandbox and a live employer read and change none of them, and the reverse', async () => {
    const one = await openSandbox()
    const other = await openSandbox()
    const own = await system.subscribe()
    await system.submit({ employerId: one.sandboxId })
    await system.submit()
    const ofOne = { subscriptionId: one.id, deliveryId: (await one.first()).id }
    const ofLive = { subscriptionId: own.id, deliveryId: (await system.deliveries(own.id))[0]!.id }
    for (const [client, { subscriptionId, deliveryId }] of [
      [other.client, ofOne],
      [other.client, ofLive],
      [one.client, ofLive],
      [live(), ofOne],
    ] as const) {
      const receiver = `/api/v1/sandbox/subscriptions/${subscriptionId}/receiver`
      const responses = [
        await client.get(`${ALL}/${subscriptionId}`),
        await client.get(`/api/v1/webhook-deliveries/${deliveryId}`),
        await client.post(`/api/v1/sandbox/deliveries/${deliveryId}/due`),
        await client.post(receiver, { status: 500 }),
      ]
      expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    }
    const byLive = await live().post(`/api/v1/sandbox/subscriptions/${own.id}/receiver`, { status: 500 })
    expect([byLive.status, byLive.body.message]).toEqual([404, expect.stringMatching(/pk_test_/)])
  })

  test('five of a sandbox are in flight at most, and live ones are sent meanwhile (P-923)', async () => {
    const { sandboxId, client } = await openSandbox()
    await client.post(ALL, { url: `${system.receiver.url}/sandbox` })
    const another = await openSandbox()
    await system.subscribe()
    const waiting: (() => void)[] = []
    system.receiver.respond((response, { path }) => {
      const end = () => void response.writeHead(200).end()
      if (path === '/hook') end()
      else waiting.push(end)
    })
    for (let i = 0; i < 2 * SANDBOX_DELIVERIES_IN_FLIGHT; i++) await system.submit({ employerId: sandboxId })
    await system.submit({ employerId: another.sandboxId })
    await eventually('as many as may are in flight', async () => {
      return waiting.length === SANDBOX_DELIVERIES_IN_FLIGHT + 1
    })
    for (let i = 0; i < 20; i++) await system.submit()
    const count = (path: string) => system.receiver.requests.filter((one) => one.path === path).length
    await eventually('the live ones arrive', async () => count('/hook') === 20)
    expect(waiting.length).toBe(SANDBOX_DELIVERIES_IN_FLIGHT + 1)
    let ended = 0
    await eventually('all arrive', async () => {
      for (; ended < waiting.length; ended++) waiting[ended]!()
      return count('/sandbox') === 4 * SANDBOX_DELIVERIES_IN_FLIGHT + 1
    })
  })

  test('gauges, the counter of attempts and operators’ lists leave them out unless they are wanted (P-924)', async () => {
    const { sandboxId, id, simulate, first, attempted, makeDue } = await openSandbox()
    const metrics = async () => {
      const text = await (await fetch(`${system.webhook.url}/metrics`)).text()
      return text.split('\n').filter((line) => /^webhook_(?!sandbox|secrets)/.test(line))
    }
    const before = await metrics()
    await simulate({ status: 500, times: 100 })
    await system.submit({ employerId: sandboxId })
    const { id: deliveryId } = await first()
    for (let attempts = 1; attempts <= 8; attempts++) {
      await attempted(deliveryId, attempts)
      await makeDue(deliveryId)
    }
    for (let attempts = 1; attempts <= 2; attempts++) {
      await system.submit({ employerId: sandboxId })
      const newest = await eventually('the next', async () =>
        (await system.deliveries(id)).find((one) => one.id !== deliveryId && one.failedAttempts === 0),
      )
      await attempted(newest.id, 1)
    }
    expect(await system.subscription(id)).toMatchObject({ status: 'Disabled', consecutiveFailures: 10 })
    expect(await metrics()).toEqual(before)
    expect(await system.webhook.deps.db.sql`select 1 from disabled_notice`).toEqual([])
    const listed = async (query: string) => {
      const { body } = await system.admin.get(`/admin/v1/webhook-deliveries?pageSize=100${query}`)
      expect(body.items.length).toBe(body.total)
      return body.items.filter((one: { employerId: number }) => one.employerId === sandboxId).length
    }
    for (const query of ['', '&world=live', `&employerId=${sandboxId}`, '&status=DeadLettered'])
      expect([query, await listed(query)]).toEqual([query, 0])
    for (const query of ['&world=sandbox', '&world=all', `&world=sandbox&employerId=${sandboxId}`])
      expect([query, await listed(query)]).toEqual([query, 3])
    const { body: own } = await system.admin.get('/admin/v1/webhook-deliveries?world=sandbox&pageSize=100')
    expect(own.items.some((one: { employerId: number }) => one.employerId === EMPLOYER)).toBe(false)
  })
})

describe('POST /api/v1/sandbox/deliveries/{deliveryId}/due', () => {
  test('202: repeated, it leads through all attempts to the dead letter, and the ladder counts on (P-925)', async () => {
    const { sandboxId, simulate, first, attempted, makeDue } = await openSandbox()
    await simulate({ status: 503, times: 100 })
    await system.submit({ employerId: sandboxId })
    const { id } = await first()
    for (let attempts = 1; attempts < 8; attempts++) {
      const { status, failedAttempts } = await attempted(id, attempts)
      expect([status, failedAttempts]).toEqual(['Pending', attempts])
      const response = await makeDue(id)
      expect([response.status, response.body]).toEqual([202, { deliveryId: id }])
    }
    expect(await attempted(id, 8)).toMatchObject({ status: 'DeadLettered', failedAttempts: 8 })
    expect(system.receiver.requests).toEqual([])
    const late = await makeDue(id)
    expect([late.status, late.body.code, late.body.message]).toEqual([
      400,
      'invalid_state',
      'The delivery is DeadLettered; only a Pending one has a next attempt.',
    ])
  })

  test('400: a delivery that a disabled subscription holds; 404: none', async () => {
    const { sandboxId, client, id, first, makeDue } = await openSandbox()
    await client.post(`${ALL}/${id}/disable`)
    await system.submit({ employerId: sandboxId })
    const held = await makeDue((await first()).id)
    expect([held.status, held.body.code]).toEqual([400, 'invalid_state'])
    expect(held.body.message).toMatch(/enable it first/)
    expect((await makeDue(randomUUID())).status).toBe(404)
  })
})

describe('POST /api/v1/sandbox/subscriptions/{subscriptionId}/receiver', () => {
  test('204: so many attempts get the answer, the next one is sent; their rows are as real ones (P-925)', async () => {
    const { sandboxId, simulate, first, attempted, makeDue } = await openSandbox()
    await simulate({ status: 418, delayMs: 30, times: 2 })
    await system.submit({ employerId: sandboxId })
    const { id } = await first()
    for (const attempts of [1, 2]) {
      await attempted(id, attempts)
      await makeDue(id)
    }
    const { status, attempts, lastStatusCode } = await attempted(id, 3)
    expect([status, lastStatusCode]).toEqual(['Succeeded', 200])
    const answered = { statusCode: 418, error: null, responseBody: '', startedAt: expect.any(String) }
    expect(attempts.slice(0, 2)).toEqual([
      { ...answered, number: 1, durationMs: expect.any(Number) },
      { ...answered, number: 2, durationMs: expect.any(Number) },
    ])
    expect(attempts[0].durationMs).toBeGreaterThanOrEqual(29)
    expect(system.receiver.requests.map((one) => one.deliveryId)).toEqual([id])
  })

  test('204: of many at once exactly so many get the answer; a time-out has the outcome of one', async () => {
    const { sandboxId, id, simulate } = await openSandbox()
    await simulate({ status: 'timeout', delayMs: 20, times: 7 })
    for (let i = 0; i < 12; i++) await system.submit({ employerId: sandboxId })
    const all = await eventually('all are attempted', async () => {
      const rows = await system.deliveries(id)
      return (
        rows.length === 12 && rows.every((one) => one.failedAttempts > 0 || one.status !== 'Pending') && rows
      )
    })
    expect(system.receiver.requests.length).toBe(5)
    const failed = all.filter((one) => one.failedAttempts === 1)
    expect(failed.length).toBe(7)
    const { attempts } = (await system.admin.get(`/admin/v1/webhook-deliveries/${failed[0]!.id}`)).body
    expect(attempts).toEqual([
      {
        number: 1,
        startedAt: expect.any(String),
        durationMs: 10_000,
        ...{ statusCode: null, error: 'timeout', responseBody: null },
      },
    ])
  })

  test('204: with times 0 the receiver is asked again; a later answer replaces an earlier one', async () => {
    const { sandboxId, simulate, first } = await openSandbox()
    await simulate({ status: 500, times: 100 })
    await simulate({ status: 204, times: 0 })
    await system.submit({ employerId: sandboxId })
    const { id } = await first()
    await eventually('the request', async () => system.receiver.requestsOf(id).length === 1)
  })

  test('400: a status, a delay or a count out of range names the field', async () => {
    const { client, id } = await openSandbox()
    for (const [field, value] of [
      ['status', 199],
      ['status', 'refused'],
      ['delayMs', 5_001],
      ['times', 101],
    ] as const) {
      const { status, body } = await client.post(`/api/v1/sandbox/subscriptions/${id}/receiver`, {
        status: 500,
        [field]: value,
      })
      expect([status, body.message]).toEqual([400, expect.stringMatching(new RegExp(`^${field}`))])
    }
  })
})
