import { runIn, startSpan } from '@jobboard/process/tracing/span'
import { eventually } from '@jobboard/testkit/eventually'
import { recordSpans } from '@jobboard/testkit/record-spans'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { EMPLOYER } from './support/accounts.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
let recording: ReturnType<typeof recordSpans>
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())
beforeEach(() => {
  recording = recordSpans()
})
afterEach(() => recording.stop())

const attempts = () => recording.spans.filter(({ name }) => name === 'deliver application.submitted')

test('each attempt is below the span that stored the event, and its trace context is sent', async () => {
  const subscription = await system.subscribe()
  system.receiver.respond(500)
  const stored = startSpan({ name: 'process', kind: 'consumer' })!
  const eventId = await runIn(stored, () => system.submit())
  stored.end()
  const { id } = await eventually('the first attempt failed', async () => {
    const [delivery] = await system.deliveries(subscription.id)
    return delivery?.failedAttempts === 1 && delivery
  })
  system.receiver.respond(200)
  system.advance(3_600)
  await system.delivery(subscription.id, 'Succeeded')

  expect(attempts()).toMatchObject([
    { parent: stored.traceparent, kind: 'client', isFailed: true, isEnded: true },
    { parent: stored.traceparent, kind: 'client', isFailed: false, isEnded: true },
  ])
  expect(attempts().map(({ attributes }) => attributes)).toEqual(
    [500, 200].map((status) => ({
      'http.request.method': 'POST',
      'http.response.status_code': status,
      'jobboard.event_id': eventId,
      'jobboard.employer_id': EMPLOYER,
    })),
  )
  const sent = system.receiver.requestsOf(id).map(({ headers }) => headers.traceparent)
  expect(sent).toEqual(attempts().map(({ traceparent }) => traceparent))
})

test('an event without a trace is delivered without a span and without the header', async () => {
  const subscription = await system.subscribe()
  await system.submit({ applicationId: 12 })
  const { id } = await system.delivery(subscription.id, 'Succeeded')
  expect(attempts()).toEqual([])
  expect(system.receiver.requestsOf(id)[0]!.headers.traceparent).toBeUndefined()
})
