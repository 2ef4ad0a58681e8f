import { runIn, startSpan } from '@jobboard/process/tracing/span'
import { eventually } from '@jobboard/testkit/eventually'
import { type RecordedSpan, recordSpans } from '@jobboard/testkit/record-spans'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { consumer } from '../src/consumer/consumer.ts'
import { streamName } from '../src/nats/topology.ts'
import { requestReplay } from '../src/publisher/replay.ts'
import { parcelConsumer } from './support/effect.ts'
import { changeParcel, parcelChanged } from './support/parcel.ts'
import { openTestBroker } from './support/test-broker.ts'

const SUBJECT = parcelChanged.subject

const broker = openTestBroker()
let recording: ReturnType<typeof recordSpans>
beforeEach(() => {
  recording = recordSpans()
})
afterEach(async () => {
  await broker.reset()
  recording.stop()
})

/** Changes a parcel within the span of a request. */
async function changeInRequest(
  parcelId: number,
  note = '',
): Promise<{ request: RecordedSpan; eventId: string }> {
  const request = startSpan({ name: 'request', kind: 'server' }) as RecordedSpan
  const eventId = await runIn(request, () => changeParcel(broker.db, parcelId, note))
  request.end()
  return { request, eventId }
}

const spansOf = (name: string) => recording.spans.filter((span) => span.name === `${name} ${SUBJECT}`)

test('publishing is below the span that wrote the outbox row, handling below publishing', async () => {
  const { request, eventId } = await changeInRequest(1)
  broker.startRelay()
  broker.startConsumer()
  await broker.drained(1)
  const [[published], [processed]] = [spansOf('publish'), spansOf('process')]
  expect(published).toMatchObject({
    parent: request.traceparent,
    kind: 'producer',
    isEnded: true,
    isFailed: false,
  })
  expect(processed).toMatchObject({ parent: published!.traceparent, kind: 'consumer', isEnded: true })
  expect(processed!.attributes).toEqual({
    'messaging.system': 'nats',
    'messaging.destination.name': SUBJECT,
    'messaging.consumer.group.name': 'pipeline_parcels',
    'jobboard.event_id': eventId,
  })
})

test('a row that an untraced release wrote is published and handled; its trace begins with the publication', async () => {
  await changeParcel(broker.db, 1)
  expect(await broker.db.sql`select traceparent from outbox`).toEqual([{ traceparent: null }])
  broker.startRelay()
  broker.startConsumer()
  await broker.drained(1)
  expect(spansOf('publish')[0]!.parent).toBeNull()
  expect(spansOf('process')[0]!.parent).toBe(spansOf('publish')[0]!.traceparent)
})

test('a message of an untraced release is handled without a span', async () => {
  recording.stop()
  await changeParcel(broker.db, 1)
  const relay = broker.startRelay()
  await eventually('published', async () => relay.counts().published === 1)
  recording = recordSpans()
  broker.startConsumer()
  await broker.drained(1)
  expect(recording.spans).toEqual([])
})

test('the retries of a failed event belong to its trace, also after a restart', async () => {
  const { request } = await changeInRequest(1)
  let fails = true
  const failing = consumer({
    ...parcelConsumer,
    events: [parcelChanged],
    async handle(sql, event) {
      if (fails) throw new Error('cannot')
      await parcelConsumer.handle(sql, event)
    },
  })
  broker.startRelay()
  const first = broker.startConsumer({ consumer: failing, retryPolicy: { initialDelayMs: 500 } })
  await eventually('stored for a retry', async () => (await first.metrics()).waiting === 1)
  await first.stop()
  fails = false
  broker.startConsumer({ consumer: failing })
  await broker.drained(1)
  const attempts = spansOf('process')
  expect(attempts.length).toBeGreaterThan(1)
  expect(attempts[0]!.isFailed).toBe(true)
  expect(attempts.at(-1)).toMatchObject({ isFailed: false, parent: attempts[0]!.traceparent })
  expect(new Set(attempts.map(({ traceId }) => traceId))).toEqual(new Set([request.traceId]))
})

test('a replay sends the stored trace context again and starts no span', async () => {
  const { request } = await changeInRequest(1)
  const relay = broker.startRelay()
  await eventually('published', async () => relay.counts().published === 1)
  const before = spansOf('publish').length
  await broker.db.tx((sql) => requestReplay(sql, new Date(Date.now() - 60_000)))
  await eventually('published again', async () => {
    const info = await broker.bus.jsm.streams.info(streamName('jobs'))
    return info.state.messages === 2
  })
  const replayed = await broker.bus.jsm.streams.getMessage(streamName('jobs'), { last_by_subj: SUBJECT })
  expect(replayed!.header.get('traceparent')).toBe(request.traceparent)
  expect(spansOf('publish')).toHaveLength(before)
})
