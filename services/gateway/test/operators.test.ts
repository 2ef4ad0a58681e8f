import { readEnv } from '@jobboard/service/lifecycle/env'
import { testEnv } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { openControllableNats } from '@jobboard/testkit/controllable-nats'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { gatewayEnv } from '../src/env.ts'
import { sendJson } from './support/fake-upstream.ts'
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
const offsets: number[] = []
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => {
  gateway.upstream.requests.length = 0
})

test('401: no token, a wrong token, an API key; no body', async () => {
  for (const authorization of ['', 'Bearer wrong', `Bearer ${gateway.recruiter}`, ADMIN_TOKEN]) {
    const response = await client(gateway.adminUrl, { authorization }).get('/admin/v1/employers/1')
    expect(response.status).toBe(401)
    expect(response.text).toBe('')
  }
  expect(gateway.upstream.requests).toEqual([])
})

test('200: with the token, as the operator, without a rate limit', async () => {
  const response = await gateway.admin.get('/admin/v1/employers/1')
  expect(response.status).toBe(200)
  expect(response.headers.get('ratelimit')).toBeNull()
  const [payload = ''] = String(gateway.upstream.requests[0]?.headers['x-caller']).split('.')
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString()).caller).toEqual({
    kind: 'admin',
    actor: 'operator',
  })
})

test('404: neither port serves the routes of the other, nor internal ones', async () => {
  expect((await gateway.api(ADMIN_TOKEN).get('/admin/v1/employers/1')).status).toBe(404)
  expect((await gateway.admin.get('/api/v1/jobs')).status).toBe(404)
  expect((await gateway.admin.post('/internal/v1/clock', { offsetMs: 1 })).status).toBe(404)
  expect((await gateway.api(gateway.recruiter).post('/internal/v1/clock', { offsetMs: 1 })).status).toBe(404)
  expect(gateway.upstream.requests).toEqual([])
})

test('400: a query that is not percent-encoded UTF-8, on both ports, also at endpoints of the gateway (P-608)', async () => {
  for (const text of ['%D6', '%E0%A4%A', '%']) {
    const responses = [
      await gateway.admin.get(`/admin/v1/events/dead-letters?service=${text}`),
      await gateway.admin.get(`/admin/v1/resync?${text}`),
      await gateway.api(gateway.recruiter).get(`/api/v1/key?a=${text}`),
    ]
    for (const { status, body } of responses) {
      expect([status, body.code, body.message]).toEqual([
        400,
        'invalid_request',
        expect.stringContaining('is not percent-encoded UTF-8'),
      ])
    }
  }
})

test('404: advancing the clock without TEST_CLOCK', async () => {
  expect((await gateway.admin.post('/admin/v1/clock/advance', { seconds: 1 })).status).toBe(404)
})

test('readiness lists each dependency and caches a round of checks; liveness needs no dependency', async () => {
  let checks = 0
  const own = await startTestGateway({ accounts: gateway.accounts })
  const ready = await client(own.url).get('/healthz/ready')
  expect(ready.status).toBe(200)
  expect(ready.body.parts.map(({ name }: { name: string }) => name)).toEqual([
    'accounts',
    'jobs',
    'pipeline',
    'candidate',
    'search',
    'webhook',
    'nats',
    'services',
    'keys',
  ])
  for (const part of ready.body.parts) {
    const required = part.name === 'services' || part.name === 'keys'
    expect(part).toMatchObject({ ok: part.name !== 'nats', required, latencyMs: expect.any(Number) })
  }
  own.upstream.onHealth = () => void checks++
  await Promise.all(Array.from({ length: 200 }, () => client(own.adminUrl).get('/healthz/ready')))
  // Six services; a round is cached for 0.5 s, and a busy machine may take 5 s.
  expect(checks).toBeLessThanOrEqual(6 * 10)
  await own.upstream.stop()
  expect((await client(own.url).get('/healthz/live')).status).toBe(200)
  await own.stop()
})

test('200: degraded while a service is not ready, which is listed (P-40, Spec §4.6)', async () => {
  const own = await startTestGateway({
    accounts: gateway.accounts,
    env: { WEBHOOK_URL: 'http://127.0.0.1:9' },
  })
  const ready = await client(own.url).get('/healthz/ready')
  expect([ready.status, ready.body.status]).toEqual([200, 'degraded'])
  expect(ready.body.parts.filter(({ ok }: { ok: boolean }) => !ok)).toMatchObject([
    { name: 'webhook', required: false },
    { name: 'nats', required: false },
  ])
  await own.stop()
})

const gone = 'http://127.0.0.1:9'
test.each([
  [
    'no service of the public API is',
    'services',
    { SERVICES: 'jobs,search', JOBS_URL: gone, SEARCH_URL: gone },
  ],
  ['neither the key feed nor accounts is: no key can be verified', 'keys', { ACCOUNTS_URL: gone }],
])('503: not ready while %s (P-40)', async (_why, part, env) => {
  const own = await startTestGateway({ accounts: gateway.accounts, env })
  const { status, body } = await client(own.url).get('/healthz/ready')
  expect([status, body.status]).toEqual([503, 'unavailable'])
  const failed = body.parts.filter(({ ok, required }: { ok: boolean; required: boolean }) => !ok && required)
  expect(failed).toMatchObject([{ name: part }])
  await own.stop()
})

test('200: ready without accounts while the key feed is synced (P-40)', async () => {
  const nats = await openControllableNats()
  const own = await startTestGateway({
    natsUrl: nats.url,
    accountsNatsUrl: nats.url,
    env: { ACCOUNTS_URL: gone },
  })
  await eventually('keys are verified from memory', async () => {
    const { status, body } = await client(own.url).get('/healthz/ready')
    return status === 200 && body.status === 'degraded'
  })
  const status = async () => (await own.api(own.recruiter).get('/api/v1/jobs')).status
  await eventually('the key is fed', async () => (await status()) === 200)
  await own.stop()
  await nats.stop()
})

test('200: ready without NATS, which is listed as not required (P-40)', async () => {
  const nats = await openControllableNats()
  const own = await startTestGateway({ accounts: gateway.accounts, natsUrl: nats.url })
  const natsHealth = async () => {
    const { status, body } = await client(own.url).get('/healthz/ready')
    expect(status).toBe(200)
    return body.parts.find(({ name }: { name: string }) => name === 'nats')
  }
  await eventually('NATS is up', async () => (await natsHealth()).ok)
  await nats.stopServer()
  await eventually('NATS is down', async () => !(await natsHealth()).ok)
  expect(await natsHealth()).toMatchObject({ required: false, latencyMs: expect.any(Number) })
  await nats.start()
  await eventually('NATS is up again', async () => (await natsHealth()).ok)
  await own.stop()
  await nats.stop()
})

test('advance: every service moves, then the gateway; a repeat after a failure moves none twice', async () => {
  const own = await startTestGateway({ accounts: gateway.accounts, env: { TEST_CLOCK: 'true' } })
  let isBroken = true
  const audits: unknown[] = []
  own.upstream.respond = (incoming, response, body) => {
    if (incoming.url === '/internal/v1/audit') audits.push(JSON.parse(body.toString()))
    if (incoming.url !== '/internal/v1/clock') return sendJson(response, 200, {})
    const { offsetMs } = JSON.parse(body.toString())
    offsets.push(offsetMs)
    if (isBroken && offsets.length === 3) return sendJson(response, 500, {})
    sendJson(response, 200, { offsetMs })
  }
  const failed = await own.admin.post('/admin/v1/clock/advance', { seconds: 3_600 })
  expect(failed.status).toBe(503)
  expect(failed.body.message).toMatch(/The \w+ service/)
  isBroken = false
  const from = Date.now()
  const moved = await own.admin.post('/admin/v1/clock/advance', { seconds: 3_600 })
  expect(moved.status).toBe(200)
  const real = Date.parse(moved.body.now) - 3_600_000
  expect(real).toBeGreaterThanOrEqual(from)
  expect(real).toBeLessThanOrEqual(Date.now())
  // Five services, of which one failed; then five, and the first one last.
  expect(offsets).toEqual(Array(11).fill(3_600_000))
  const change = { before: { offsetMs: 0 }, after: { offsetMs: 3_600_000 } }
  expect(audits).toEqual([{ actor: 'operator', action: 'advance-clock', object: 'clock', ...change }])
  const bad = await own.admin.post('/admin/v1/clock/advance', { seconds: 'a' })
  expect(bad.status).toBe(400)
  expect(bad.body).toEqual({ code: 'invalid_request', message: expect.stringContaining('seconds') })
  await own.stop()
})

test('a starting gateway adopts the clock of the services, so that expiry is exact (D-55)', async () => {
  const own = await startTestGateway({
    accounts: gateway.accounts,
    env: { TEST_CLOCK: 'true' },
    clockOffsetMs: 7_200_000,
  })
  const endsIn = (ms: number) => own.accounts.mint({ expiresAt: new Date(Date.now() + ms).toISOString() })
  const [expired, valid] = [await endsIn(7_000_000), await endsIn(7_400_000)]
  expect((await own.api(expired.apiKey).get('/api/v1/jobs')).status).toBe(401)
  expect((await own.api(valid.apiKey).get('/api/v1/jobs')).status).toBe(200)
  await own.stop()
})

test.each([
  ['missing', undefined],
  ['the default', 'admin-token-for-development-only'],
  ['short', 'short'],
])('production mode: the environment is refused when the admin token is %s', (_name, token) => {
  const env = { ...testEnv('', 'nats://localhost'), NODE_ENV: 'production', TEST_CLOCK: 'false' }
  expect(() => readEnv(gatewayEnv, token ? { ...env, ADMIN_TOKEN: token } : env)).toThrow(/ADMIN_TOKEN/)
})
