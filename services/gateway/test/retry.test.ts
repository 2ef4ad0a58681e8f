import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { eventually } from '@jobboard/testkit/eventually'
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeUpstream, sendJson, startFakeUpstream } from './support/fake-upstream.ts'
import { requestText, sendRaw } from './support/raw.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
let pair: TestGateway
let other: FakeUpstream
beforeAll(async () => {
  gateway = await startTestGateway()
  other = await startFakeUpstream()
  pair = await startTestGateway({
    accounts: gateway.accounts,
    env: { JOBS_URL: `${other.url},${gateway.upstream.url}`, UPSTREAM_TIMEOUT_MS: '25000' },
  })
})
afterAll(async () => {
  await pair.stop()
  await gateway.stop()
  await other.stop()
})
beforeEach(() => {
  gateway.upstream.requests.length = 0
  other.requests.length = 0
})

const key = { 'idempotency-key': 'k' }

test.each([
  [2, 'a POST', (a: TestGateway) => a.api(a.recruiter).post('/api/v1/jobs', {}, key)],
  [2, 'a DELETE', (a: TestGateway) => a.api(a.recruiter).delete('/api/v1/jobs/1', key)],
  [2, "an operator's POST", (a: TestGateway) => a.admin.post('/admin/v1/employers', {}, key)],
  [
    2,
    'a POST with a long body',
    (a: TestGateway) => a.api(a.recruiter).post('/api/v1/jobs', { title: 'x'.repeat(100_000) }, key),
  ],
  [1, 'a PUT', (a: TestGateway) => a.api(a.recruiter).put('/api/v1/jobs/1', {}, key)],
  [
    1,
    'a POST that returns a secret (P-04)',
    (a: TestGateway) => a.admin.post('/admin/v1/candidates/1/api-keys', {}, key),
  ],
  [2, 'a rotation (P-374)', (a: TestGateway) => a.admin.post('/admin/v1/api-keys/1/rotate', {}, key)],
  [2, 'a mint (P-427)', (a: TestGateway) => a.admin.post('/admin/v1/employers/1/api-keys', {}, key)],
])(
  '503 after %d attempts: the service disconnects; with Idempotency-Key, %s',
  async (attempts, _what, call) => {
    gateway.upstream.respond = (incoming) => incoming.socket.destroy()
    expect((await call(gateway)).status).toBe(503)
    expect(gateway.upstream.requests).toHaveLength(attempts)
  },
)

test('503 after 1 attempt: a POST whose Connection header lists Idempotency-Key, which is not forwarded (P-38)', async () => {
  gateway.upstream.respond = (incoming) => incoming.socket.destroy()
  const headers = [`Authorization: Bearer ${gateway.recruiter}`, 'Idempotency-Key: k', 'Content-Length: 2']
  const connection = 'Connection: close, idempotency-key'
  const text = requestText('POST /api/v1/jobs', [...headers, connection], '{}')
  expect((await sendRaw(gateway.port, text)).status).toBe(503)
  expect(gateway.upstream.requests).toHaveLength(1)
  expect(gateway.upstream.requests[0]!.headers['idempotency-key']).toBeUndefined()
})

test('409: idempotency_in_progress of a first attempt and already_applied of a second one are passed on (P-38)', async () => {
  gateway.upstream.respond = (_incoming, response) => {
    response.setHeader('retry-after', '1')
    sendJson(response, 409, { code: 'idempotency_in_progress', message: 'x' })
  }
  const running = await gateway.api(gateway.recruiter).post('/api/v1/jobs', {}, key)
  expect([running.status, running.body.code]).toEqual([409, 'idempotency_in_progress'])
  gateway.upstream.respond = (incoming, response) => {
    if (gateway.upstream.requests.length === 2) incoming.socket.destroy()
    else sendJson(response, 409, { code: 'already_applied', message: 'x' })
  }
  const applied = await gateway.api(gateway.candidate).post('/api/v1/me/applications', {}, key)
  expect([applied.status, applied.body.code]).toEqual([409, 'already_applied'])
})

test('201: the second attempt goes to another replica, however many requests are in flight', async () => {
  other.respond = (incoming) => incoming.socket.destroy()
  gateway.upstream.respond = (_incoming, response) => sendJson(response, 201, {})
  const calls = Array.from({ length: 50 }, (_, n) =>
    pair.api(pair.recruiter).post('/api/v1/jobs', {}, { 'idempotency-key': `many-${n}` }),
  )
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([201]))
  expect(other.requests.length).toBeGreaterThan(0)
})

test('200: a silent replica gets no more requests than the others have in flight', async () => {
  const silent: Socket[] = []
  other.respond = (incoming) => void silent.push(incoming.socket)
  gateway.upstream.respond = (_incoming, response) => sendJson(response, 200, {})
  const { apiKey } = await pair.accounts.mint()
  const held = Promise.all([1, 2].map(() => pair.api(apiKey).get('/api/v1/jobs')))
  await eventually('one request hangs', async () => silent.length === 1)
  for (let call = 0; call < 20; call++) expect((await pair.api(apiKey).get('/api/v1/jobs')).status).toBe(200)
  expect(other.requests).toHaveLength(1)
  // It is sent once more, to the other replica.
  silent[0]!.destroy()
  expect((await held).map(({ status }) => status)).toEqual([200, 200])
})

test('201: a long body arrives whole at the second replica when the first one is down', async () => {
  const gone = await startFakeUpstream()
  await gone.stop()
  const own = await startTestGateway({
    accounts: gateway.accounts,
    env: { JOBS_URL: `${gone.url},${gateway.upstream.url}` },
  })
  gateway.upstream.respond = (_incoming, response) => sendJson(response, 201, {})
  const parts = Array.from({ length: 6 }, () => randomBytes(50_000))
  const { statusCode, body } = await request(`${own.url}/api/v1/jobs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${own.recruiter}`, 'content-type': 'application/json' },
    body: Readable.from(parts),
  })
  await body.dump()
  expect(statusCode).toBe(201)
  expect(gateway.upstream.requests[0]!.body.equals(Buffer.concat(parts))).toBe(true)
  await own.stop()
})
