import { eventually } from '@jobboard/testkit/eventually'
import { type OtlpReceiver, openOtlpReceiver } from '@jobboard/testkit/otlp-receiver'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OtelOptions, openOtel } from '../src/tracing/otel.ts'
import type { NewSpan, Span } from '../src/tracing/span.ts'

const CLIENT_TRACE = '0af7651916cd43dd8448eb211c80319c'
const FROM_CLIENT = `00-${CLIENT_TRACE}-b7ad6b7169203331-01`

let receiver: OtlpReceiver
let stop: () => Promise<void>
beforeEach(async () => {
  receiver = await openOtlpReceiver()
})
afterEach(async () => {
  receiver.hang(false)
  await stop()
  await receiver.close()
})

function open(options: Partial<OtelOptions> = {}): (span: NewSpan) => Span {
  const otel = openOtel({
    service: 'jobs',
    endpoint: receiver.url,
    sampler: 'parentbased_always_on',
    ratio: 1,
    onLost: () => {},
    ...options,
  })
  stop = otel.stop
  return otel.start
}

test('a span is exported with its service, name, attributes, status, and its parent', async () => {
  const start = open()
  const parent = start({ name: 'GET /a', kind: 'server', attributes: { 'http.route': '/a' } })
  const child = start({ name: 'call b', kind: 'client', parent: parent.traceparent })
  child.fail()
  child.end()
  parent.set({ 'http.response.status_code': 200 })
  parent.end()
  await stop()
  expect(receiver.spans).toHaveLength(2)
  const [first, second] = receiver.spans
  expect(first).toMatchObject({ service: 'jobs', name: 'call b', kind: 3, isError: true })
  expect(second).toMatchObject({ name: 'GET /a', kind: 2, isError: false, parentSpanId: '' })
  expect(second!.attributes).toEqual({ 'http.route': '/a', 'http.response.status_code': 200 })
  expect([first!.traceId, first!.parentSpanId]).toEqual([second!.traceId, second!.spanId])
  expect(parent.traceparent).toBe(`00-${second!.traceId}-${second!.spanId}-01`)
})

test('a link takes neither the trace nor its sampling decision; an invalid one is ignored', async () => {
  const start = open()
  for (const link of [FROM_CLIENT, 'x'.repeat(9_000), '00-0-0-01'])
    start({ name: 'GET /a', kind: 'server', link }).end()
  await stop()
  expect(receiver.spans.map(({ links }) => links)).toEqual([
    [{ traceId: CLIENT_TRACE, spanId: 'b7ad6b7169203331' }],
    [],
    [],
  ])
  expect(receiver.spans.map(({ traceId }) => traceId)).not.toContain(CLIENT_TRACE)
  receiver.spans.length = 0
  const unsampled = open({ sampler: 'parentbased_always_off' })({
    name: 'GET /a',
    kind: 'server',
    link: FROM_CLIENT,
  })
  unsampled.end()
  expect(unsampled.traceparent).toMatch(/-00$/)
})

test.each([
  ['parentbased_always_on', '01', true],
  ['parentbased_always_on', '00', false],
  ['parentbased_always_off', '01', true],
  ['always_on', '00', true],
  ['always_off', '01', false],
  ['traceidratio', '01', false],
] as const)(
  'OTEL_TRACES_SAMPLER=%s below a span with the flags %s: recorded %s',
  (sampler, flags, isRecorded) => {
    const start = open({ sampler, ratio: 0 })
    const parent = `00-${CLIENT_TRACE}-b7ad6b7169203331-${flags}`
    expect(start({ name: 'a', kind: 'server', parent }).traceparent.endsWith('-01')).toBe(isRecorded)
  },
)

test('while the endpoint hangs, spans wait in a bounded queue and the others are dropped', async () => {
  const start = open({ maxQueue: 10 })
  receiver.hang(true)
  for (let i = 0; i < 500; i++) start({ name: `span ${i}`, kind: 'server' }).end()
  await eventually('the first batch arrived', async () => receiver.spans.length > 0)
  for (let i = 0; i < 500; i++) start({ name: `later ${i}`, kind: 'server' }).end()
  receiver.hang(false)
  await stop()
  expect(receiver.spans.length).toBeLessThanOrEqual(20)
})

test('an endpoint that refuses connections: the number of lost spans is reported, nothing is thrown', async () => {
  const lost: number[] = []
  const start = open({ endpoint: 'http://127.0.0.1:9', onLost: (spans) => void lost.push(spans) })
  for (let i = 0; i < 3; i++) start({ name: 'a', kind: 'server' }).end()
  await eventually('reported', async () => lost.length > 0)
  expect(lost).toEqual([3])
})
