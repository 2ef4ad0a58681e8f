import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { eventually } from '@jobboard/testkit/eventually'
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendJson, startWorld, type World } from './support/fake-upstream.ts'
import { type Arena, startArena } from './support/setup.ts'

let arena: Arena
let pair: Arena
let other: World
beforeAll(async () => {
  arena = await startArena()
  other = await startWorld()
  pair = await startArena({
    env: { JOBS_URL: `${other.url},${arena.world.url}`, UPSTREAM_TIMEOUT_MS: '2000' },
  })
})
afterAll(async () => {
  await Promise.all([arena.stop(), pair.stop()])
  await other.stop()
})
beforeEach(() => {
  arena.world.seen.length = 0
  other.seen.length = 0
})

const key = { 'idempotency-key': 'k' }

test.each([
  [2, 'a POST', (a: Arena) => a.api(a.recruiter).post('/api/v1/jobs', {}, key)],
  [2, 'a DELETE', (a: Arena) => a.api(a.recruiter).delete('/api/v1/jobs/1', key)],
  [2, "an operator's POST", (a: Arena) => a.admin.post('/admin/v1/employers', {}, key)],
  [
    2,
    'a POST with a long body',
    (a: Arena) => a.api(a.recruiter).post('/api/v1/jobs', { title: 'x'.repeat(100_000) }, key),
  ],
  [1, 'a PUT', (a: Arena) => a.api(a.recruiter).put('/api/v1/jobs/1', {}, key)],
  [
    1,
    'a POST that answers a secret (P-04)',
    (a: Arena) => a.admin.post('/admin/v1/api-keys/1/rotate', {}, key),
  ],
])(
  '503 after %d tries: with an Idempotency-Key, of a service that hangs up, %s',
  async (tries, _what, call) => {
    arena.world.answer = (incoming) => incoming.socket.destroy()
    expect((await call(arena)).status).toBe(503)
    expect(arena.world.seen).toHaveLength(tries)
  },
)

test('409 idempotency_in_progress of a first try, and 409 already_applied of a second one, are passed on', async () => {
  arena.world.answer = (_incoming, response) => {
    response.setHeader('retry-after', '1')
    sendJson(response, 409, { code: 'idempotency_in_progress', message: 'x' })
  }
  const running = await arena.api(arena.recruiter).post('/api/v1/jobs', {}, key)
  expect([running.status, running.body.code]).toEqual([409, 'idempotency_in_progress'])
  arena.world.answer = (incoming, response) => {
    if (arena.world.seen.length === 2) incoming.socket.destroy()
    else sendJson(response, 409, { code: 'already_applied', message: 'x' })
  }
  const applied = await arena.api(arena.candidate).post('/api/v1/me/applications', {}, key)
  expect([applied.status, applied.body.code]).toEqual([409, 'already_applied'])
})

test('200: the second try goes to another replica, however many are under way', async () => {
  other.answer = (incoming) => incoming.socket.destroy()
  arena.world.answer = (_incoming, response) => sendJson(response, 201, {})
  const calls = Array.from({ length: 50 }, (_, n) =>
    pair.api(pair.recruiter).post('/api/v1/jobs', {}, { 'idempotency-key': `many-${n}` }),
  )
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([201]))
  expect(other.seen.length).toBeGreaterThan(0)
})

test('200: a silent replica holds up the calls it has, and gets no more of them than the others have', async () => {
  other.answer = () => {}
  arena.world.answer = (_incoming, response) => sendJson(response, 200, {})
  const { apiKey } = await pair.accounts.mint()
  const held = Promise.all([1, 2].map(() => pair.api(apiKey).get('/api/v1/jobs')))
  await eventually('one call hangs', async () => other.seen.length === 1)
  for (let call = 0; call < 20; call++) expect((await pair.api(apiKey).get('/api/v1/jobs')).status).toBe(200)
  expect(other.seen).toHaveLength(1)
  expect((await held).map(({ status }) => status).sort()).toEqual([200, 503])
})

test('200: a long body arrives whole at the second replica when the first one is not there', async () => {
  const gone = await startWorld()
  await gone.stop()
  const own = await startArena({ env: { JOBS_URL: `${gone.url},${arena.world.url}` } })
  arena.world.answer = (_incoming, response) => sendJson(response, 201, {})
  const parts = Array.from({ length: 6 }, () => randomBytes(50_000))
  const { statusCode, body } = await request(`${own.url}/api/v1/jobs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${own.recruiter}`, 'content-type': 'application/json' },
    body: Readable.from(parts),
  })
  await body.dump()
  expect(statusCode).toBe(201)
  expect(arena.world.seen[0]!.body.equals(Buffer.concat(parts))).toBe(true)
  await own.stop()
})
