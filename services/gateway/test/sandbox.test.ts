import { mintKey } from '@jobboard/service/auth/api-key'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
let nowMs = 1_000_000
beforeAll(async () => {
  gateway = await startTestGateway({ nowMs: () => nowMs })
})
afterAll(() => gateway.stop())

let key: string
beforeEach(async () => {
  key = (await gateway.accounts.mintTest()).apiKey
  // A key of its own each time: no rate limit of an earlier test.
  nowMs += 61_000
  gateway.upstream.requests.length = 0
})
const fail = (body: object, of = key) => gateway.api(of).post('/api/v1/sandbox/fail', body)
const statusOf = async (path = '/api/v1/jobs', of = key) => (await gateway.api(of).get(path)).status

test('X-Sandbox: true stands on every response to a test key, refusals too, and on none to a live key (P-908)', async () => {
  const api = gateway.api(key)
  const noScopes = (await gateway.accounts.mintTest(['Webhooks'])).apiKey
  const responses = [
    await api.get('/api/v1/jobs'),
    await api.get('/api/v1/key'),
    await api.get('/api/v1/nothing'),
    await api.delete('/api/v1/jobs'),
    await gateway.api(noScopes).get('/api/v1/jobs'),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 404, 405, 403])
  for (const { headers } of responses) expect(headers.get('x-sandbox')).toBe('true')
  const live = gateway.api(gateway.recruiter)
  for (const path of ['/api/v1/jobs', '/api/v1/key', '/api/v1/nothing']) {
    expect((await live.get(path)).headers.get('x-sandbox')).toBeNull()
  }
})

test('200: GET /key of a test key has sandbox true, of a live key none', async () => {
  expect((await gateway.api(key).get('/api/v1/key')).body.sandbox).toBe(true)
  expect((await gateway.api(gateway.recruiter).get('/api/v1/key')).body).not.toHaveProperty('sandbox')
})

test('401: the mode in the text of a key and that of its record are one (D-72, P-902)', async () => {
  // As a release before would publish it, without the sandbox, and the reverse.
  const stripped = mintKey('recruiter', 'test')
  const added = mintKey('recruiter', 'live')
  await gateway.accounts.store(stripped, null)
  await gateway.accounts.store(added, 31)
  expect([await statusOf('/api/v1/jobs', stripped), await statusOf('/api/v1/jobs', added)]).toEqual([
    401, 401,
  ])
})

test('services receive a caller of a kind of its own with the sandbox', async () => {
  await statusOf()
  const [payload] = gateway.upstream.requests.at(-1)!.headers['x-caller']!.toString().split('.')
  const { caller } = JSON.parse(Buffer.from(payload!, 'base64url').toString())
  expect(caller).toMatchObject({ kind: 'test-recruiter', sandboxId: caller.employerId })
})

test.each([
  [429, 'rate_limited'],
  [503, 'unavailable'],
])(
  '%i: the next calls fail as asked, with Retry-After, without an effect; then they work again (P-909)',
  async (status, code) => {
    expect((await fail({ status, times: 2 })).status).toBe(204)
    for (const path of ['/api/v1/jobs', '/api/v1/key']) {
      const response = await gateway.api(key).get(path)
      expect([response.status, response.body.code, response.headers.get('retry-after')]).toEqual([
        status,
        code,
        '1',
      ])
      expect(response.headers.get('x-sandbox')).toBe('true')
    }
    expect(gateway.upstream.requests).toEqual([])
    expect(await statusOf()).toBe(200)
  },
)

test('timeout: the request has its effect, and the connection is closed without a response (P-909)', async () => {
  await fail({ status: 'timeout' })
  await expect(gateway.api(key).post('/api/v1/jobs', { title: 'Baker' })).rejects.toThrow(
    /socket hang up|ECONNRESET/,
  )
  expect(gateway.upstream.requests).toHaveLength(1)
  await fail({ status: 'timeout', path: '/api/v1/key' })
  await expect(gateway.api(key).get('/api/v1/key')).rejects.toThrow(/socket hang up|ECONNRESET/)
  expect(await statusOf()).toBe(200)
})

test('only calls of this key whose path begins so fail, for an hour; times 0 ends it, and it never fails itself', async () => {
  await fail({ status: 503, path: '/api/v1/jobs', times: 100 })
  const other = (await gateway.accounts.mintTest()).apiKey
  const all = async () => [
    await statusOf(),
    await statusOf('/api/v1/key'),
    await statusOf('/api/v1/jobs', other),
  ]
  expect(await all()).toEqual([503, 200, 200])
  expect((await fail({ status: 503, times: 0 })).status).toBe(204)
  expect(await all()).toEqual([200, 200, 200])
  await fail({ status: 503, times: 100 })
  expect((await fail({ status: 429, times: 100 })).status).toBe(204)
  expect(await statusOf()).toBe(429)
  nowMs += 3_600_000
  expect(await statusOf()).toBe(200)
})

test('404: a live key cannot ask for failures; 400: what is wrong is named', async () => {
  const { status, body } = await fail({ status: 503 }, gateway.recruiter)
  expect([status, body.code, body.message]).toEqual([404, 'not_found', expect.stringContaining('pk_test_')])
  for (const [bad, field] of [
    [{ status: 500 }, 'status'],
    [{ status: 503, times: 101 }, 'times'],
    [{ status: 503, path: '' }, 'path'],
  ] as const) {
    const refused = await fail(bad)
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(field)])
  }
})
