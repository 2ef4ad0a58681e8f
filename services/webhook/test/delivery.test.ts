import { randomUUID } from 'node:crypto'
import { applicationStatusChanged } from '@jobboard/contracts/applications/events'
import { jobExpired } from '@jobboard/contracts/jobs/events'
import { toMessage } from '@jobboard/events/nats/message'
import { eventually } from '@jobboard/testkit/eventually'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationConsumer, jobConsumer } from '../src/events/consumers.ts'
import { EMPLOYER, OTHER_EMPLOYER } from './support/accounts.ts'
import { openWebhookSystem, submittedEvent, toEvent, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())

test('application.submitted is signed and has exactly the fields of the specification (Spec §6, D-50, D-53)', async () => {
  const { id, signingSecret } = await system.subscribe()
  const eventId = await system.submit()
  const delivery = await system.delivery(id, 'Succeeded')
  const [request] = system.receiver.requestsOf(delivery.id)
  const signature = Stripe.webhooks.signature!
  const nowMs = system.webhook.deps.clock.now().getTime()
  expect(
    signature.verifyHeader(request!.body, request!.signature, signingSecret, 300, undefined, nowMs),
  ).toBe(true)
  expect(request!.signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/)
  expect(request!.headers['x-webhook-event']).toBe('application.submitted')
  expect(request!.headers['content-type']).toBe('application/json')
  const body = JSON.parse(request!.body.toString())
  expect(body).toEqual({
    id: eventId,
    type: 'application.submitted',
    timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    data: {
      applicationId: 11,
      jobPostId: 22,
      jobTitle: 'Verkäufer – 店員',
      candidateId: 33,
      appliedAt: body.timestamp,
      applicationType: 'Api',
    },
  })
  expect(Object.keys(body)).toEqual(['id', 'type', 'timestamp', 'data'])
})

test('a signature does not verify with another secret or an appended byte (Spec §5.11)', async () => {
  const { id, signingSecret } = await system.subscribe()
  await system.submit()
  const [request] = system.receiver.requestsOf((await system.delivery(id, 'Succeeded')).id)
  const verify = (body: Buffer, secret: string) =>
    Stripe.webhooks.signature!.verifyHeader(body, request!.signature, secret, 300)
  expect(() => verify(request!.body, `${signingSecret}x`)).toThrow()
  expect(() => verify(Buffer.concat([request!.body, Buffer.from(' ')]), signingSecret)).toThrow()
})

test('an event that is consumed twice, once through NATS, is one delivery', async () => {
  const { id } = await system.subscribe()
  const { bus, db, clock } = system.webhook.deps
  const event = submittedEvent(clock.now(), {})
  const row = {
    ...event,
    id: 1,
    eventId: event.id,
    occurredAt: new Date(event.occurredAt),
    traceparent: null,
  }
  const message = toMessage({ ...row, payload: JSON.stringify(event.data) })
  await eventually('the stream exists', async () =>
    bus.js.publish(event.subject, message.bytes, { headers: message.headers }).catch(() => undefined),
  )
  await system.delivery(id, 'Succeeded')
  await receiveEvent(db, 'webhook', applicationConsumer(clock), event)
  // A replay may come after the inbox row was deleted: the delivery itself is unique.
  await db.sql`delete from inbox`
  await receiveEvent(db, 'webhook', applicationConsumer(clock), event)
  const rows = (await system.deliveries(id)).filter((row) => row.eventId === event.id)
  expect(rows).toHaveLength(1)
  expect(system.receiver.requestsOf(rows[0]!.id)).toHaveLength(1)
})

test('application.status_changed and job.expired have exactly the fields of the specification (Spec §6)', async () => {
  const { id } = await system.subscribe({ events: ['application.status_changed', 'job.expired'] })
  const { db, clock } = system.webhook.deps
  const now = clock.now()
  const at = now.toISOString()
  const moved = {
    ...(submittedEvent(now, {}).data as object),
    status: 'Hired',
    previousStatus: 'New',
    changedAt: at,
  }
  await receiveEvent(
    db,
    'webhook',
    applicationConsumer(clock),
    toEvent(applicationStatusChanged, randomUUID(), now, moved),
  )
  const rejected = { ...moved, status: 'Rejected', rejectionReason: { code: 'no-licence' } }
  await receiveEvent(
    db,
    'webhook',
    applicationConsumer(clock),
    toEvent(applicationStatusChanged, randomUUID(), now, rejected),
  )
  const job = { jobId: 22, employerId: EMPLOYER, status: 'Expired', title: 'x', expiryDate: at }
  const rest = {
    reference: null,
    description: null,
    city: null,
    country: null,
    employmentType: null,
    remoteType: null,
  }
  const jobFacts = { ...job, ...rest, postedDate: at, screeningQuestions: [], version: 3 }
  await receiveEvent(db, 'webhook', jobConsumer(clock), toEvent(jobExpired, randomUUID(), now, jobFacts))
  await system.submit()
  await eventually('all are delivered', async () => (await system.deliveries(id, 'Succeeded')).length === 3)
  const rows = await system.deliveries(id)
  const data = rows.map((row) => JSON.parse(system.receiver.requestsOf(row.id)[0]!.body.toString()).data)
  expect(data).toContainEqual({ applicationId: 11, previousStatus: 'New', newStatus: 'Hired', changedAt: at })
  // A rejection has its reason, if there is one (P-412).
  expect(data).toContainEqual({
    applicationId: 11,
    previousStatus: 'New',
    newStatus: 'Rejected',
    changedAt: at,
    rejectionReason: { code: 'no-licence' },
  })
  expect(data).toContainEqual({ jobPostId: 22, expiredAt: at })
})

test("another employer's event is never delivered", async () => {
  const { id } = await system.subscribe({ employerId: OTHER_EMPLOYER })
  await system.submit()
  await system.submit({ employerId: OTHER_EMPLOYER, applicationId: 99 })
  await system.delivery(id, 'Succeeded')
  const rows = await system.deliveries(id)
  expect(rows).toHaveLength(1)
  expect(system.receiver.requestsOf(rows[0]!.id)[0]!.body.toString()).toContain('"applicationId":99')
})
