import { randomUUID } from 'node:crypto'
import type { WebhookEvent } from '@jobboard/contracts/webhooks/public-events'
import { eventually } from '@jobboard/testkit/eventually'
import { lockWait } from '@jobboard/testkit/lock-wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serializeEvent } from '../src/events/public-event.ts'
import { insertEvents } from '../src/events/store.ts'
import { EMPLOYER, OTHER_EMPLOYER } from './support/accounts.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())

const minutesAgo = (minutes: number) =>
  new Date(system.webhook.deps.clock.now().getTime() - minutes * 60_000).toISOString()
const occurred = (employerId: number, type: WebhookEvent, minutes = 0) => ({
  ...serializeEvent({ id: randomUUID(), type, timestamp: minutesAgo(minutes), data: { jobPostId: 1 } }),
  employerId,
  traceparent: null,
})
const insertTogether = (events: ReturnType<typeof occurred>[]) =>
  system.webhook.deps.db.tx((sql) => insertEvents(sql, events, system.webhook.deps.clock.now()))
const recruiterOf = (employerId: number) =>
  system.webhook.as({ kind: 'recruiter', employerId, userId: 1, keyId: 1, scopes: [] })
const feedOf = async (employerId: number, query = '') => {
  const { body } = await recruiterOf(employerId).get(`/api/v1/events${query}`)
  return body.items.map(({ id }: { id: string }) => id)
}
const idsOf = (events: { id: string }[]) => events.map(({ id }) => id)

test('events of two employers in one transaction: each is delivered to the subscriptions of its employer to its type, once', async () => {
  const all = await system.subscribe({ events: ['job.expired', 'application.submitted'] })
  const jobs = await system.subscribe({ events: ['job.expired'] })
  const other = await system.subscribe({ employerId: OTHER_EMPLOYER, events: ['application.submitted'] })
  const own = [
    occurred(EMPLOYER, 'application.submitted'),
    occurred(EMPLOYER, 'job.expired'),
    occurred(EMPLOYER, 'application.submitted'),
  ]
  const others = [occurred(OTHER_EMPLOYER, 'job.expired'), occurred(OTHER_EMPLOYER, 'application.submitted')]
  await insertTogether([own[0]!, others[0]!, own[1]!, others[1]!, own[2]!])
  await insertTogether([own[1]!, others[1]!])
  for (const [{ id }, expected] of [
    [all, idsOf(own)],
    [jobs, [own[1]!.id]],
    [other, [others[1]!.id]],
  ] as const) {
    const sent = await eventually('all are sent', async () => {
      const rows = await system.deliveries(id, 'Succeeded')
      return rows.length >= expected.length && rows
    })
    expect(sent.map(({ eventId }) => eventId).sort()).toEqual([...expected].sort())
  }
})

test('the feed has them in this order, after those before; since starts at the first from then on (D-62)', async () => {
  const early = occurred(4_001, 'job.expired', 30)
  await insertTogether([early])
  const events = [50, 20, 25, 10, 40].map((minutes) => occurred(4_001, 'job.expired', minutes))
  await insertTogether([occurred(4_000, 'job.expired'), ...events, occurred(4_002, 'job.expired')])
  expect(await feedOf(4_001)).toEqual(idsOf([early, ...events]))
  expect(await feedOf(4_001, `?since=${minutesAgo(35)}`)).toEqual(idsOf([early, ...events]))
  expect(await feedOf(4_001, `?since=${minutesAgo(22)}`)).toEqual(idsOf(events.slice(1)))
  expect(await feedOf(4_001, `?since=${minutesAgo(15)}`)).toEqual(idsOf(events.slice(3)))
  const late = occurred(4_001, 'job.expired', 20)
  await insertTogether([late])
  expect(await feedOf(4_001, `?since=${minutesAgo(15)}`)).toEqual(idsOf([...events.slice(3), late]))
})

test('feeds are locked in the order of the employers, whatever the order of arrival is: no deadlock', async () => {
  const employerIds = Array.from({ length: 10 }, (_, i) => 4_109 - i)
  const events = () => employerIds.map((employerId) => occurred(employerId, 'job.expired'))
  await insertTogether(events())
  const { db } = system.webhook.deps
  let together: Promise<void> | undefined
  await db.tx(async (sql) => {
    await sql`select from event_feed where employer_id = 4100 for update`
    together = insertTogether(events())
    await lockWait(db.sql)
    const free = await sql`
      select from event_feed where employer_id = any(${employerIds}) for update skip locked`
    expect(free).toHaveLength(10)
  })
  await together
})
