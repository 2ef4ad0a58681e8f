import { currentTraceparent, runIn, startSpan } from '@jobboard/process/tracing/span'
import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { type RecordedSpan, recordSpans } from '@jobboard/testkit/record-spans'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openLog } from '../src/lifecycle/log.ts'
import { addBookGate, bookService } from './support/book-service.ts'

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

let running: Booted
let employer: Client
let recording: ReturnType<typeof recordSpans>
beforeAll(async () => {
  running = await boot(bookService)
  employer = running.as({ kind: 'recruiter', employerId: 7, userId: 1, keyId: 1, scopes: [] })
})
afterAll(() => running.stop())
beforeEach(() => {
  recording = recordSpans()
})
afterEach(() => recording.stop())

const ended = () =>
  eventually('the span of the request ends', async () => {
    const [span] = recording.spans
    return span?.isEnded && (span as RecordedSpan)
  })

test('a request is a span below that of its sender, with its route, status and employer', async () => {
  await employer.send('GET', '/api/v1/books/4711', { headers: { traceparent: PARENT } })
  const span = await ended()
  expect(span).toMatchObject({
    name: 'GET /api/v1/books/{id}',
    kind: 'server',
    parent: PARENT,
    isFailed: false,
  })
  expect(span.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/v1/books/{id}',
    'http.response.status_code': 404,
    'jobboard.employer_id': 7,
  })
})

test('the action runs within the span of its request, also behind a body', async () => {
  onTestFinished(() => {
    Object.defineProperty(addBookGate, 'wait', { value: Promise.resolve(), writable: true })
  })
  let within: string | null = null
  Object.defineProperty(addBookGate, 'wait', {
    get() {
      within = currentTraceparent()
    },
  })
  await employer.post('/api/v1/books', { title: 'a' })
  expect(within).toBe((await ended()).traceparent)
})

test('500: the span of the request is an error', async () => {
  await employer.post('/api/v1/books', { title: 'bug' })
  const span = await ended()
  expect([span.isFailed, span.attributes['http.response.status_code']]).toEqual([true, 500])
})

test('a log line of a traced request names its trace, any other does not', () => {
  const lines: string[] = []
  const log = openLog('test', 'info', { write: (line) => void lines.push(line) })
  const span = startSpan({ name: 'a', kind: 'server' })!
  runIn(span, () => log.info('within'))
  log.info('outside')
  expect(lines.map((line) => JSON.parse(line).traceId)).toEqual([span.traceId, undefined])
})
