import { readEnv } from '@jobboard/service/lifecycle/env'
import { testEnv } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { openControllableNats } from '@jobboard/testkit/controllable-nats'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { gatewayEnv } from '../src/env.ts'
import { sendJson } from './support/fake-upstream.ts'
import { ADMIN_TOKEN, type Arena, startArena } from './support/setup.ts'

let arena: Arena
const offsets: number[] = []
beforeAll(async () => {
  arena = await startArena()
})
afterAll(() => arena.stop())
beforeEach(() => {
  arena.world.seen.length = 0
})

test('401: no token, a wrong one, an API key; the same bytes', async () => {
  for (const authorization of ['', 'Bearer wrong', `Bearer ${arena.recruiter}`, ADMIN_TOKEN]) {
    const answer = await client(arena.adminUrl, { authorization }).get('/admin/v1/employers/1')
    expect(answer.status).toBe(401)
    expect(answer.text).toBe('')
  }
  expect(arena.world.seen).toEqual([])
})

test('200: with the token, as the operator, without a limit', async () => {
  const answer = await arena.admin.get('/admin/v1/employers/1')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('ratelimit')).toBeNull()
  const [payload = ''] = String(arena.world.seen[0]?.headers['x-caller']).split('.')
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString()).caller).toEqual({
    kind: 'admin',
    actor: 'operator',
  })
})

test('404: neither port serves the other one, and none the internal plane', async () => {
  expect((await arena.api(ADMIN_TOKEN).get('/admin/v1/employers/1')).status).toBe(404)
  expect((await arena.admin.get('/api/v1/jobs')).status).toBe(404)
  expect((await arena.admin.post('/internal/v1/clock', { offsetMs: 1 })).status).toBe(404)
  expect((await arena.api(arena.recruiter).post('/internal/v1/clock', { offsetMs: 1 })).status).toBe(404)
  expect(arena.world.seen).toEqual([])
})

test('404: no clock to advance without TEST_CLOCK', async () => {
  expect((await arena.admin.post('/admin/v1/clock/advance', { seconds: 1 })).status).toBe(404)
})

test('health tells each part, live needs none, and a flood is few rounds of questions', async () => {
  let asked = 0
  const own = await startArena()
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
  ])
  for (const part of ready.body.parts) {
    const isNeeded = part.name !== 'nats'
    expect(part).toMatchObject({ ok: isNeeded, required: isNeeded, latencyMs: expect.any(Number) })
  }
  own.world.onHealth = () => void asked++
  await Promise.all(Array.from({ length: 200 }, () => client(own.adminUrl).get('/healthz/ready')))
  // A round serves half a second, of which a busy machine may need some.
  expect(asked).toBeLessThanOrEqual(6 * 10)
  await own.world.stop()
  expect((await client(own.url).get('/healthz/live')).status).toBe(200)
  await own.stop()
})

test('503: ready while a service is not', async () => {
  const own = await startArena({ env: { SEARCH_URL: 'http://127.0.0.1:9' } })
  const ready = await client(own.url).get('/healthz/ready')
  expect(ready.status).toBe(503)
  expect(ready.body.parts.filter(({ ok }: { ok: boolean }) => !ok)).toMatchObject([
    { name: 'search', required: true },
    { name: 'nats', required: false },
  ])
  await own.stop()
})

test('200: ready without NATS, which is told', async () => {
  const nats = await openControllableNats()
  const own = await startArena({ natsUrl: nats.url })
  const said = async () => {
    const { status, body } = await client(own.url).get('/healthz/ready')
    expect(status).toBe(200)
    return body.parts.find(({ name }: { name: string }) => name === 'nats')
  }
  await eventually('NATS is there', async () => (await said()).ok)
  await nats.stopServer()
  await eventually('NATS is away', async () => !(await said()).ok)
  expect(await said()).toMatchObject({ required: false, latencyMs: expect.any(Number) })
  await nats.start()
  await eventually('NATS is back', async () => (await said()).ok)
  await own.stop()
  await nats.stop()
})

test('advance: every replica moves, then the gateway; a repeat after a failure moves nobody twice', async () => {
  const own = await startArena({ env: { TEST_CLOCK: 'true' } })
  let broken = true
  const audits: unknown[] = []
  own.world.answer = (incoming, response, body) => {
    if (incoming.url === '/internal/v1/audit') audits.push(JSON.parse(body.toString()))
    if (incoming.url !== '/internal/v1/clock') return sendJson(response, 200, {})
    const { offsetMs } = JSON.parse(body.toString())
    offsets.push(offsetMs)
    if (broken && offsets.length === 3) return sendJson(response, 500, {})
    sendJson(response, 200, { offsetMs })
  }
  const failed = await own.admin.post('/admin/v1/clock/advance', { seconds: 3_600 })
  expect(failed.status).toBe(503)
  expect(failed.body.message).toMatch(/The \w+ service/)
  broken = false
  const before = Date.now()
  const moved = await own.admin.post('/admin/v1/clock/advance', { seconds: 3_600 })
  expect(moved.status).toBe(200)
  expect(Date.parse(moved.body.now) - before).toBeGreaterThanOrEqual(3_600_000)
  expect(Date.parse(moved.body.now) - before).toBeLessThan(3_660_000)
  // The last service was not asked to move while another one had not.
  expect(offsets).toEqual(Array(11).fill(3_600_000))
  const change = { before: { offsetMs: 0 }, after: { offsetMs: 3_600_000 } }
  expect(audits).toEqual([{ actor: 'operator', action: 'advance-clock', object: 'clock', ...change }])
  const bad = await own.admin.post('/admin/v1/clock/advance', { seconds: 'a' })
  expect(bad.status).toBe(400)
  expect(bad.body).toEqual({ code: 'invalid_request', message: expect.stringContaining('seconds') })
  await own.stop()
})

test('the gateway takes over how far the business clock is, so that expiry is exact', async () => {
  const own = await startArena({ env: { TEST_CLOCK: 'true' }, clockOffsetMs: 7_200_000 })
  const endsIn = (ms: number) => own.accounts.mint({ expiresAt: new Date(Date.now() + ms).toISOString() })
  const [over, open] = [await endsIn(7_000_000), await endsIn(7_400_000)]
  expect((await own.api(over.apiKey).get('/api/v1/jobs')).status).toBe(401)
  expect((await own.api(open.apiKey).get('/api/v1/jobs')).status).toBe(200)
  await own.stop()
})

test.each([
  ['none', undefined],
  ['the default one', 'admin-token-for-development-only'],
  ['a short one', 'short'],
])('production mode refuses to start with an admin token that is %s', (_name, token) => {
  const env = { ...testEnv('', 'nats://localhost'), NODE_ENV: 'production', TEST_CLOCK: 'false' }
  expect(() => readEnv(gatewayEnv, token ? { ...env, ADMIN_TOKEN: token } : env)).toThrow(/ADMIN_TOKEN/)
})
