import { mintKey } from '@jobboard/service/auth/api-key'
import { client } from '@jobboard/testkit/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReplicas } from './support/replicas.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

// It has no NATS.
let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

test('429: of many requests at once exactly the limit passes; refused ones do not reach a service (D-17)', async () => {
  const { apiKey: key } = await gateway.accounts.mint()
  const before = gateway.upstream.requests.length
  const responses = await Promise.all(Array.from({ length: 130 }, () => gateway.api(key).get('/api/v1/jobs')))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(100)
  expect(gateway.upstream.requests.length - before).toBe(100)
  const refused = responses.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(30)
  for (const { headers, body } of refused) {
    expect(body).toEqual({ code: 'rate_limited', message: expect.any(String) })
    expect(headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/)
    expect(headers.get('ratelimit')).toMatch(/^"jobs";r=0;t=\d+$/)
    expect(headers.get('x-ratelimit-remaining')).toBe('0')
  }
})

test.each(['local', 'shared'])(
  '429: ten times the limit at one gateway, also at the edge of a minute: exactly the limit passes, LIMITER=%s (D-17)',
  async (limiter) => {
    const single = await startReplicas(1, { LIMITER: limiter })
    const { apiKey } = await single.accounts.mint()
    const passed = async (requests: number) => {
      let left = requests
      let count = 0
      const worker = async () => {
        while (left-- > 0) if ((await single.api(0, apiKey).get('/api/v1/jobs')).status === 200) count++
      }
      await Promise.all(Array.from({ length: 30 }, worker))
      return count
    }
    // The clock stands still while requests are sent.
    expect(await passed(40)).toBe(40)
    single.passTime(59_999)
    expect(await passed(1_000)).toBe(60)
    single.passTime(1)
    expect(await passed(70)).toBe(40)
    single.passTime(59_998)
    expect(await passed(50)).toBe(0)
    single.passTime(1)
    expect(await passed(90)).toBe(60)
    await single.stop()
  },
)

test('every response to a valid key states the limit of its family (D-17)', async () => {
  const { apiKey: key } = await gateway.accounts.mint()
  const first = await gateway.api(key).post('/api/v1/candidates/search', { query: 'a' })
  expect(first.headers.get('ratelimit-policy')).toBe('"search";q=30;w=60')
  expect(first.headers.get('ratelimit')).toMatch(/^"search";r=29;t=(59|60)$/)
  expect(first.headers.get('x-ratelimit-limit')).toBe('30')
  expect(first.headers.get('x-ratelimit-remaining')).toBe('29')
  expect(first.headers.get('x-ratelimit-reset')).toMatch(/^(59|60)$/)
  const wrongMethod = await gateway.api(key).send('PATCH', '/api/v1/jobs/1')
  expect(wrongMethod.status).toBe(405)
  expect(wrongMethod.headers.get('allow')).toBe('GET, HEAD, PUT, DELETE')
  expect(wrongMethod.headers.get('x-ratelimit-limit')).toBe('100')
})

test('404: GET /candidates/search names a candidate that does not exist, not a wrong method (D-04)', async () => {
  gateway.upstream.requests.length = 0
  await gateway.api(gateway.recruiter).get('/api/v1/candidates/search')
  expect(gateway.upstream.requests[0]?.url).toBe('/api/v1/candidates/search')
})

test.each([
  ['/api/v1/nothing', 'employer', 100],
  ['/api/v1/jobs/1/nothing', 'jobs', 100],
  ['/api/v1/notes/1/nothing', 'applications', 100],
  ['/api/v2/jobs', 'employer', 100],
])(
  '404: %s is no route; a valid key is counted in %s, the family of its path (D-17)',
  async (path, family, limit) => {
    const { apiKey: key } = await gateway.accounts.mint()
    const { status, body, headers } = await gateway.api(key).get(path)
    expect([status, body.code]).toEqual([404, 'not_found'])
    expect(headers.get('ratelimit-policy')).toBe(`"${family}";q=${limit};w=60`)
    expect(headers.get('x-ratelimit-remaining')).toBe(String(limit - 1))
  },
)

test.each([['/api/v1/candidates/1/nothing', 'candidates', 60]])(
  '429: %s is no route, and a valid key is refused after the limit of %s, the family of its path (D-17)',
  async (path, family, limit) => {
    const { apiKey: key } = await gateway.accounts.mint()
    const api = gateway.api(key)
    const first = await api.get(path)
    expect([first.status, first.body.code]).toEqual([404, 'not_found'])
    expect(first.headers.get('ratelimit-policy')).toBe(`"${family}";q=${limit};w=60`)
    expect(first.headers.get('x-ratelimit-remaining')).toBe(String(limit - 1))
    const rest = await Promise.all(Array.from({ length: limit }, () => api.get(path)))
    expect(rest.filter(({ status }) => status === 404)).toHaveLength(limit - 1)
    expect(rest.find(({ status }) => status === 429)!.body.code).toBe('rate_limited')
  },
)

test('404: an unknown route needs no key, also when the key is bad or cannot be looked up (P-10)', async () => {
  const get = (headers: Record<string, string>) => client(gateway.url, headers).get('/api/v1/nothing')
  const plain = await get({})
  expect(plain.status).toBe(404)
  gateway.upstream.beforeAccountsResponds = () => {
    throw new Error('accounts is down')
  }
  for (const key of ['nonsense', mintKey('recruiter')]) {
    const response = await get({ authorization: `Bearer ${key}` })
    expect([response.status, response.text]).toEqual([404, plain.text])
    expect(response.headers.get('x-ratelimit-limit')).toBeNull()
  }
  gateway.upstream.beforeAccountsResponds = () => {}
})
