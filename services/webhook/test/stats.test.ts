import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMPLOYER, OTHER_EMPLOYER } from './support/accounts.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

interface Step {
  startsAt: string
  succeeded: number
  failed: number
  p50Ms: number | null
  p95Ms: number | null
}
let system: WebhookSystem
let own: Client
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
})
afterAll(() => system.stop())

const path = (id: number, hours = '') => `/api/v1/webhook-subscriptions/${id}/stats${hours}`
const sumOf = (steps: Step[]) => ({
  succeeded: steps.reduce((sum, step) => sum + step.succeeded, 0),
  failed: steps.reduce((sum, step) => sum + step.failed, 0),
})

test('200: attempts by hour and by day with durations; tests do not count; what waits and when it is due (P-480)', async () => {
  const { id } = await system.subscribe()
  for (let i = 0; i < 5; i++) await system.submit()
  await eventually('all have arrived', async () => (await system.deliveries(id, 'Succeeded')).length === 5)
  await own.post(`/api/v1/webhook-subscriptions/${id}/test`)
  await eventually('the test too', async () => (await system.deliveries(id, 'Succeeded')).length === 6)
  system.receiver.respond(500)
  await system.submit()
  const { nextAttemptAt } = await eventually('an attempt has failed', async () =>
    (await system.deliveries(id, 'Pending')).find(({ failedAttempts }) => failedAttempts === 1),
  )
  system.receiver.respond(200)

  const day = (await own.get(path(id))).body
  expect(day.steps).toHaveLength(24)
  expect(day).toMatchObject({ pending: 1, nextAttemptAt })
  expect(sumOf(day.steps)).toEqual({ succeeded: 5, failed: 1 })
  expect(day.total).toMatchObject({ succeeded: 5, failed: 1, p95Ms: expect.any(Number) })
  const counted: Step[] = day.steps.filter((step: Step) => step.succeeded + step.failed > 0)
  for (const { startsAt, p50Ms, p95Ms } of counted) {
    expect(startsAt).toMatch(/:00:00\.000Z$/)
    expect(p50Ms).toBeGreaterThanOrEqual(1)
    expect(p95Ms).toBeGreaterThanOrEqual(p50Ms!)
  }
  expect(day.steps[0]).toMatchObject({ succeeded: 0, failed: 0, p50Ms: null, p95Ms: null })

  // Or the retry, due by then, would count too.
  await own.post(`/api/v1/webhook-subscriptions/${id}/disable`)
  system.advance(2 * 86_400)
  expect(sumOf((await own.get(path(id))).body.steps)).toEqual({ succeeded: 0, failed: 0 })
  const week = (await own.get(path(id, '?hours=168'))).body
  expect(week.steps.map(({ startsAt }: Step) => startsAt.slice(11))).toEqual(Array(7).fill('00:00:00.000Z'))
  expect(sumOf(week.steps).succeeded).toBe(5)
  const month = await system.admin.get(`/admin/v1/webhook-subscriptions/${id}/stats?hours=720`)
  expect([month.body.steps.length, sumOf(month.body.steps).succeeded]).toEqual([30, 5])
})

test('200: a list with include=stats has the last 24 hours of each, without it none (P-480)', async () => {
  const [busy, idle] = [await system.subscribe(), await system.subscribe({ events: ['job.expired'] })]
  await system.submit()
  await eventually('it has arrived', async () => (await system.deliveries(busy.id, 'Succeeded')).length === 1)
  const { items } = (await own.get('/api/v1/webhook-subscriptions?include=stats')).body
  for (const { id } of [busy, idle]) {
    const { included } = items.find((item: { id: number }) => item.id === id)
    expect(included.stats).toEqual((await own.get(path(id))).body)
    expect(included.stats.total.succeeded).toBe(id === busy.id ? 1 : 0)
  }
  const [plain] = (await own.get('/api/v1/webhook-subscriptions')).body.items
  expect('included' in plain).toBe(false)
})

test("404 for another employer's subscription; 400 for other hours, with those that there are", async () => {
  const { id } = await system.subscribe()
  expect((await keyOf(OTHER_EMPLOYER).get(path(id))).status).toBe(404)
  const refused = await own.get(path(id, '?hours=25'))
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(/^hours: .*168/)])
})

test('each attempt of many deliveries at once counts once (P-480)', async () => {
  const { id } = await system.subscribe()
  await Promise.all(Array.from({ length: 60 }, (_, i) => system.submit({ applicationId: 1_000 + i })))
  await eventually('all have arrived', async () => (await system.deliveries(id, 'Succeeded')).length === 60)
  expect(sumOf((await own.get(path(id))).body.steps)).toEqual({ succeeded: 60, failed: 0 })
})
