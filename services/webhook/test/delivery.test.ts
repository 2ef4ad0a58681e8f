import { randomUUID } from 'node:crypto'
import { jobExpired } from '@jobboard/contracts/events/jobs'
import { applicationStatusChanged } from '@jobboard/contracts/events/pipeline'
import { receiveEvent } from '@jobboard/events/consumer/receive-event'
import { toMessage } from '@jobboard/events/nats/message'
import { eventually } from '@jobboard/testkit/eventually'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationConsumer } from '../src/consumers/application.ts'
import { jobConsumer } from '../src/consumers/job.ts'
import { EMPLOYER, OTHER_EMPLOYER } from './support/accounts.ts'
import { type Arena, openArena, submittedEvent, toEvent } from './support/webhook-system.ts'

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.stop())

test('a submitted application arrives signed, with exactly the fields of the specification (Spec §6, D-50, D-53)', async () => {
  const { id, signingSecret } = await arena.subscribe()
  const eventId = await arena.submit()
  const delivery = await arena.delivery(id, 'Succeeded')
  const [request] = arena.receiver.of(delivery.id)
  const signature = Stripe.webhooks.signature!
  const nowMs = arena.webhook.deps.clock.now().getTime()
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

test('a wrong secret and a changed byte do not verify', async () => {
  const { id, signingSecret } = await arena.subscribe()
  await arena.submit()
  const [request] = arena.receiver.of((await arena.delivery(id, 'Succeeded')).id)
  const verify = (body: Buffer, secret: string) =>
    Stripe.webhooks.signature!.verifyHeader(body, request!.signature, secret, 300)
  expect(() => verify(request!.body, `${signingSecret}x`)).toThrow()
  expect(() => verify(Buffer.concat([request!.body, Buffer.from(' ')]), signingSecret)).toThrow()
})

test('an event that comes through NATS, and again by another way, is one delivery', async () => {
  const { id } = await arena.subscribe()
  const { bus, db, clock } = arena.webhook.deps
  const event = submittedEvent(clock.now(), {})
  const row = {
    ...event,
    id: 1,
    eventId: event.id,
    occurredAt: new Date(event.occurredAt),
    traceparent: null,
  }
  const message = toMessage({ ...row, payload: JSON.stringify(event.data) })
  await eventually('the stream is there', async () =>
    bus.js.publish(event.subject, message.bytes, { headers: message.headers }).catch(() => undefined),
  )
  await arena.delivery(id, 'Succeeded')
  await receiveEvent(db, 'webhook', applicationConsumer(clock), event)
  // Without its inbox row, as after a replay of years: the delivery itself is unique.
  await db.sql`delete from inbox`
  await receiveEvent(db, 'webhook', applicationConsumer(clock), event)
  const rows = (await arena.deliveries(id)).filter((row) => row.eventId === event.id)
  expect(rows).toHaveLength(1)
  expect(arena.receiver.of(rows[0]!.id)).toHaveLength(1)
})

test('a moved application and an expired job arrive with exactly their fields (Spec §6)', async () => {
  const { id } = await arena.subscribe({ events: ['application.status_changed', 'job.expired'] })
  const { db, clock } = arena.webhook.deps
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
  const job = { jobId: 22, employerId: EMPLOYER, status: 'Expired', title: 'x', expiryDate: at }
  const rest = {
    reference: null,
    description: null,
    city: null,
    country: null,
    employmentType: null,
    remoteType: null,
  }
  const facts = { ...job, ...rest, postedDate: at, screeningQuestions: [], version: 3 }
  await receiveEvent(db, 'webhook', jobConsumer(clock), toEvent(jobExpired, randomUUID(), now, facts))
  await arena.submit()
  await eventually('both arrive', async () => (await arena.deliveries(id, 'Succeeded')).length === 2)
  const rows = await arena.deliveries(id)
  expect(rows).toHaveLength(2)
  const data = rows.map((row) => JSON.parse(arena.receiver.of(row.id)[0]!.body.toString()).data)
  expect(data).toContainEqual({ applicationId: 11, previousStatus: 'New', newStatus: 'Hired', changedAt: at })
  expect(data).toContainEqual({ jobPostId: 22, expiredAt: at })
})

test("another employer's event is never delivered", async () => {
  const { id } = await arena.subscribe({ employerId: OTHER_EMPLOYER })
  await arena.submit()
  await arena.submit({ employerId: OTHER_EMPLOYER, applicationId: 99 })
  await arena.delivery(id, 'Succeeded')
  const rows = await arena.deliveries(id)
  expect(rows).toHaveLength(1)
  expect(arena.receiver.of(rows[0]!.id)[0]!.body.toString()).toContain('"applicationId":99')
})
