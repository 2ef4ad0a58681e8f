import { randomUUID } from 'node:crypto'
import { applicationErased } from '@jobboard/contracts/applications/events'
import type { Event } from '@jobboard/contracts/event'
import { webhookBodies } from '@jobboard/contracts/webhooks/public-events'
import type { Db } from '@jobboard/db/db'
import { boot } from '@jobboard/testkit/boot'
import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { eventually } from '@jobboard/testkit/eventually'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationErasedConsumer } from '../src/events/consumers.ts'
import { service } from '../src/service.ts'
import { EMPLOYER } from './support/accounts.ts'
import { openWebhookSystem, toEvent, type WebhookSystem } from './support/webhook-system.ts'

const NAME = 'Theudelinde'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())

const erasedEvent = (applicationId: number, id: string = randomUUID()): Event =>
  toEvent(applicationErased, id, system.webhook.deps.clock.now(), {
    ...{ applicationId, employerId: EMPLOYER, jobId: 22, jobTitle: NAME, candidateId: 33 },
    ...{ status: 'Hired', version: 3, erasedAt: '2030-01-31T12:00:00.000Z' },
  })
const receive = (event: Event, db: Db = system.webhook.deps.db) =>
  receiveEvent(db, 'webhook', applicationErasedConsumer(system.webhook.deps.clock), event)

test('only a subscription that names application.erased gets it; the body has ids and a time alone (P-380)', async () => {
  const withoutEvents = await system.subscribe()
  const allDefaults = await system.subscribe({
    events: ['application.submitted', 'application.status_changed', 'job.expired'],
  })
  const { id } = await system.subscribe({ events: ['job.expired', 'application.erased'] })
  const event = erasedEvent(11)
  await receive(event)
  const delivery = await system.delivery(id, 'Succeeded')
  const [request] = system.receiver.requestsOf(delivery.id)
  expect(request!.headers['x-webhook-event']).toBe('application.erased')
  const body = webhookBodies['application.erased'].strict().parse(JSON.parse(request!.body.toString()))
  expect(body).toEqual({
    id: event.id,
    type: 'application.erased',
    timestamp: event.occurredAt,
    data: { applicationId: 11, jobPostId: 22, erasedAt: '2030-01-31T12:00:00.000Z' },
  })
  for (const other of [withoutEvents, allDefaults]) expect(await system.deliveries(other.id)).toEqual([])
})

test('a subscription can be changed to want it; 400 names what is known', async () => {
  const { id } = await system.subscribe()
  const path = `/admin/v1/webhook-subscriptions/${id}`
  const changed = await system.admin.put(path, { events: ['application.erased'] })
  expect([changed.status, changed.body.events]).toEqual([200, ['application.erased']])
  const { status, body } = await system.admin.put(path, { events: ['application.deleted'] })
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.message).toMatch(/^events.*application\.erased/)
})

test('its delivery outlives the erasure with the same bytes; what receivers respond is never stored (P-120)', async () => {
  const { id } = await system.subscribe({ events: ['application.erased'] })
  const { db } = system.webhook.deps
  const isBefore = await receive(erasedEvent(901))
  expect(isBefore).toBe(true)
  system.receiver.respond((response) => void response.writeHead(503).end(`no ${NAME}`))
  await publishErased(system.webhook, 90, { applicationIds: [901, 902] })
  await erasuresConfirmed(system.webhook, [90])
  // One that arrives when this service has confirmed the erasure.
  await receive(erasedEvent(902))
  const failed = await eventually('two failed attempts', async () => {
    const rows = await db.sql<{ id: string }>`
      select delivery.id from attempt join delivery on delivery.id = delivery_id
      where subscription_id = ${id} order by 1`
    return rows.length === 2 && rows
  })
  system.receiver.respond((response) => void response.end(`deleted ${NAME}`))
  for (const delivery of failed)
    await system.admin.post(`/admin/v1/webhook-deliveries/${delivery.id}/redeliver`)
  await eventually('both are delivered', async () => (await system.deliveries(id, 'Succeeded')).length === 2)
  for (const delivery of failed) {
    const bodies = system.receiver.requestsOf(delivery.id).map(({ body }) => String(body))
    expect(bodies).toHaveLength(2)
    expect(new Set(bodies).size).toBe(1)
  }
  const responses = await db.sql`
    select distinct response_body from attempt join delivery on delivery.id = delivery_id
    where subscription_id = ${id}`
  expect(responses).toEqual([{ responseBody: null }])
})

test('40 erasures, each consumed by two replicas and again after the inbox is gone: one delivery and one place in the feed each', async () => {
  const { id } = await system.subscribe({ events: ['application.erased'] })
  const { databaseUrl, natsUrl, deps } = system.webhook
  const replica = await boot({ ...service, consumers: () => [] }, { databaseUrl, natsUrl, env: system.env })
  const events = Array.from({ length: 40 }, (_, n) => erasedEvent(2_000 + n))
  const all = () => events.flatMap((event) => [receive(event), receive(event, replica.deps.db)])
  expect((await Promise.all(all())).filter(Boolean)).toHaveLength(40)
  await deps.db.sql`delete from inbox`
  await Promise.all(all())
  await replica.stop()
  const rows = await eventually('the deliveries', async () => {
    const succeeded = await system.deliveries(id, 'Succeeded')
    return succeeded.length >= 40 && succeeded
  })
  expect(rows.map(({ eventId }) => eventId).toSorted()).toEqual(events.map((event) => event.id).toSorted())
  const feed = await deps.db.sql<{ id: string }>`
    select id from event where id = any(${events.map((event) => event.id)}) and feed_number is not null`
  expect(feed).toHaveLength(40)
})
