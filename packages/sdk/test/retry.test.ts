import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClient, type RetryInfo } from '../src/index.ts'
import { type FaultyServer, type Step, startFaultyServer } from './support/faulty-server.ts'

let server: FaultyServer
let retries: RetryInfo[]

beforeAll(async () => {
  server = await startFaultyServer()
})
afterAll(() => server.stop())
beforeEach(() => {
  server.requests.length = 0
  server.steps.length = 0
  retries = []
})

const open = (limits = {}) =>
  createClient({
    apiKey: 'pk_live_test',
    baseUrl: server.url,
    onRetry: (info) => retries.push(info),
    ...limits,
  })

const job = { title: 'Baker' }
const keysSent = () => server.requests.map(({ headers }) => headers['idempotency-key'])
const unavailable = {
  status: 503,
  headers: { 'retry-after': '0' },
  body: { code: 'unavailable', message: 'Down.' },
}
const limited = (seconds: string) => ({
  status: 429,
  headers: { 'retry-after': seconds },
  body: { code: 'rate_limited', message: 'Too many requests.' },
})
const inProgress = { status: 409, body: { code: 'idempotency_in_progress', message: 'Still running.' } }

const transient: [string, Step][] = [
  ['the connection closes before a response', 'disconnect'],
  ['the response breaks off in its body', 'truncate'],
  ['500', { status: 500, body: { code: 'internal_error', message: 'Error.' } }],
  ['502 with an HTML body', { status: 502, body: '<html>' }],
  ['503', unavailable],
  ['504 without a body', { status: 504 }],
]

test.each(transient)('a GET is retried: %s', async (_, step) => {
  server.steps.push(step)
  await open().jobs.list()
  expect(server.requests).toHaveLength(2)
})

test.each(transient)(
  'a POST is retried with the same Idempotency-Key and body: %s (P-165)',
  async (_, step) => {
    server.steps.push(step)
    await open().jobs.create(job)
    const [first, second] = keysSent()
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
    expect(server.requests.map(({ body }) => body)).toEqual([job, job])
  },
)

test.each(transient)('a PUT is sent once: %s (P-165)', async (_, step) => {
  server.steps.push(step)
  await expect(open().jobs.update(1, job)).rejects.toMatchObject({ idempotencyKey: undefined })
  expect(server.requests).toHaveLength(1)
  expect(keysSent()).toEqual([undefined])
})

test('a DELETE has an Idempotency-Key and is retried', async () => {
  server.steps.push('disconnect', { status: 204 })
  await expect(open().jobs.close(1)).resolves.toBeUndefined()
  const [first, second] = keysSent()
  expect(first).toBeDefined()
  expect(second).toBe(first)
})

test('two calls have different Idempotency-Keys; the key of the caller is sent as it is', async () => {
  await open().jobs.create(job)
  await open().jobs.create(job)
  await open().jobs.create(job, { idempotencyKey: 'import-17' })
  const [first, second, third] = keysSent()
  expect(second).not.toBe(first)
  expect(third).toBe('import-17')
})

test('429: any method waits at least Retry-After and is sent again', async () => {
  server.steps.push(limited('0'), limited('1'))
  await open({ maxRetries: 0 }).jobs.update(1, job)
  expect(server.requests).toHaveLength(3)
  const [first, second] = retries.map(({ delayMs }) => delayMs)
  expect(first).toBeLessThan(1_000)
  expect(second).toBeGreaterThanOrEqual(1_000)
})

test('429: a Retry-After after the deadline fails at once, with the seconds', async () => {
  server.steps.push(limited('43200'))
  await expect(open().me.apply({ jobId: 1, confirm: true })).rejects.toMatchObject({
    name: 'RateLimitError',
    status: 429,
    code: 'rate_limited',
    retryAfter: 43_200,
  })
  expect(retries).toEqual([])
})

test('503: a Retry-After that is an HTTP date is waited for', async () => {
  const headers = { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }
  server.steps.push({ ...unavailable, headers })
  const waiting = new AbortController()
  const onRetry = (info: RetryInfo) => {
    retries.push(info)
    waiting.abort()
  }
  const call = open({ deadlineMs: 7_200_000, onRetry }).jobs.list({}, { signal: waiting.signal })
  await expect(call).rejects.toThrow()
  expect(retries[0]!.error.retryAfter).toBeGreaterThan(3_000)
  expect(retries[0]!.delayMs).toBeGreaterThan(3_000_000)
})

test('409 idempotency_in_progress: the same key is sent until the first request has ended', async () => {
  server.steps.push('disconnect', inProgress, inProgress, { status: 201, body: { id: 5 } })
  await expect(open({ maxRetries: 1 }).jobs.create(job)).resolves.toEqual({ id: 5 })
  expect(new Set(keysSent()).size).toBe(1)
})

test('409 already_applied is not retried', async () => {
  server.steps.push({ status: 409, body: { code: 'already_applied', message: 'Applied.' } })
  await expect(open().me.apply({ jobId: 1, confirm: true })).rejects.toMatchObject({
    code: 'already_applied',
  })
  expect(server.requests).toHaveLength(1)
})

test('the error of the last attempt is thrown after maxRetries, with the key to repeat the call', async () => {
  server.steps.push(unavailable, unavailable, unavailable)
  const error = await open({ maxRetries: 2 })
    .jobs.create(job)
    .catch((reason) => reason)
  expect(error).toMatchObject({ name: 'ServerError', status: 503, message: 'Down.' })
  expect(server.requests).toHaveLength(3)
  expect(error.idempotencyKey).toBe(keysSent()[0])
})

test('an attempt without a response ends after timeoutMs and is retried', async () => {
  server.steps.push('hang')
  // On a busy machine the next attempts can end in the same way.
  await open({ timeoutMs: 250, maxRetries: 20 }).jobs.create(job)
  expect(new Set(retries.map(({ error }) => error.name))).toEqual(new Set(['TimeoutError']))
  expect(new Set(keysSent()).size).toBe(1)
})

test('the deadline ends attempts and waits', async () => {
  server.steps.push('hang', 'hang', 'hang')
  const hanging = open({ deadlineMs: 60, timeoutMs: 50, maxRetries: 99 }).jobs.list()
  await expect(hanging).rejects.toMatchObject({ name: 'TimeoutError', code: 'timeout' })
  server.steps.length = 0
  server.steps.push(...Array.from({ length: 20 }, () => inProgress))
  const stuck = open({ deadlineMs: 1_500 }).jobs.create(job)
  await expect(stuck).rejects.toMatchObject({ code: 'idempotency_in_progress', status: 409 })
})

test('an abort ends an attempt and a wait with its reason', async () => {
  const reason = new Error('The user left.')
  const during = new AbortController()
  server.steps.push('hang')
  const attempt = open().jobs.list({}, { signal: during.signal })
  setTimeout(() => during.abort(reason), 20)
  await expect(attempt).rejects.toBe(reason)

  const waiting = new AbortController()
  server.steps.push(limited('3600'))
  const call = open({ deadlineMs: 4_000_000, onRetry: () => waiting.abort(reason) }).jobs.list(
    {},
    { signal: waiting.signal },
  )
  await expect(call).rejects.toBe(reason)

  const sent = server.requests.length
  await expect(open().jobs.list({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(server.requests).toHaveLength(sent)
})
