import { requestsPerMinute } from '@jobboard/contracts/limits'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSlidingLog } from '../src/limit/sliding-log.ts'
import { startReplicas } from './support/replicas.ts'
import { type Arena, startArena } from './support/setup.ts'

let arena: Arena
beforeAll(async () => {
  arena = await startArena()
})
afterAll(() => arena.stop())

test('no window of 60 s ever holds more than the limit, and a refusal says exactly when the next one passes', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 50, maxLength: 400 })
  fc.assert(
    fc.property(steps, (waits) => {
      let now = 0
      const limiter = openSlidingLog(() => now)
      const admitted: number[] = []
      for (const wait of waits) {
        now += wait
        const inWindow = admitted.filter((at) => at > now - 60_000)
        const decision = limiter.take('recruiter:1/search')
        expect(decision.ok).toBe(inWindow.length < requestsPerMinute.search)
        if (decision.ok) {
          admitted.push(now)
          expect(decision.remaining).toBe(requestsPerMinute.search - inWindow.length - 1)
        } else expect(decision.retryAfterMs).toBe(inWindow[0]! + 60_000 - now)
      }
    }),
    { numRuns: 100 },
  )
})

test('keys and families do not share a window; a silent key is forgotten', () => {
  let now = 0
  const limiter = openSlidingLog(() => now)
  for (let i = 0; i < 30; i++) limiter.take('recruiter:1/search')
  expect(limiter.take('recruiter:1/search')).toMatchObject({ ok: false })
  expect(limiter.take('recruiter:1/candidates')).toMatchObject({ ok: true })
  expect(limiter.take('candidate:1/search')).toMatchObject({ ok: true })
  expect(limiter.sweep()).toBe(3)
  now = 60_000
  expect(limiter.sweep()).toBe(0)
})

test('429: of many calls at once exactly the limit passes, and the others cost nothing (D-17)', async () => {
  const { apiKey: key } = await arena.accounts.mint()
  const before = arena.world.seen.length
  const answers = await Promise.all(Array.from({ length: 130 }, () => arena.api(key).get('/api/v1/jobs')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
  expect(arena.world.seen.length - before).toBe(100)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(30)
  for (const { headers, body } of refused) {
    expect(body).toEqual({ code: 'rate_limited', message: expect.any(String) })
    expect(headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/)
    expect(headers.get('ratelimit')).toMatch(/^"jobs";r=0;t=\d+$/)
    expect(headers.get('x-ratelimit-remaining')).toBe('0')
  }
})

test('429: ten times the limit at one gateway, at the edge of a minute too: exactly the limit passes (D-17)', async () => {
  const one = await startReplicas(1, { LIMITER: 'local' })
  const { apiKey } = await one.accounts.mint()
  const passed = async (requests: number) => {
    let left = requests
    let count = 0
    const worker = async () => {
      while (left-- > 0) if ((await one.api(0, apiKey).get('/api/v1/jobs')).status === 200) count++
    }
    await Promise.all(Array.from({ length: 30 }, worker))
    return count
  }
  // Time stands still within a flood.
  expect(await passed(40)).toBe(40)
  one.pass(59_999)
  expect(await passed(1_000)).toBe(60)
  one.pass(1)
  expect(await passed(1_000)).toBe(40)
  one.pass(59_998)
  expect(await passed(50)).toBe(0)
  one.pass(1)
  expect(await passed(200)).toBe(60)
  await one.stop()
})

test('every answer to a valid key says the limit of its family (D-17)', async () => {
  const { apiKey: key } = await arena.accounts.mint()
  const first = await arena.api(key).post('/api/v1/candidates/search', { query: 'a' })
  expect(first.headers.get('ratelimit-policy')).toBe('"search";q=30;w=60')
  expect(first.headers.get('ratelimit')).toMatch(/^"search";r=29;t=(59|60)$/)
  expect(first.headers.get('x-ratelimit-limit')).toBe('30')
  expect(first.headers.get('x-ratelimit-remaining')).toBe('29')
  expect(first.headers.get('x-ratelimit-reset')).toMatch(/^(59|60)$/)
  const wrong = await arena.api(key).send('PATCH', '/api/v1/jobs/1')
  expect(wrong.status).toBe(405)
  expect(wrong.headers.get('allow')).toBe('GET, PUT, DELETE')
  expect(wrong.headers.get('x-ratelimit-limit')).toBe('100')
})

test('404: GET /candidates/search is a candidate that does not exist, not a wrong method (D-04)', async () => {
  arena.world.seen.length = 0
  await arena.api(arena.recruiter).get('/api/v1/candidates/search')
  expect(arena.world.seen[0]?.url).toBe('/api/v1/candidates/search')
})
