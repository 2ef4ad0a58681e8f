import { MAX_KEYS_PER_LOOKUP } from '@jobboard/contracts/internal/keys'
import { mintKey } from '@jobboard/service/auth/api-key'
import { eventually } from '@jobboard/testkit/eventually'
import { Pool } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CONFIRMED_MS, MAX_STALE_MS } from '../src/keys/identify.ts'
import { UNKNOWN_MS } from '../src/keys/key-cache.ts'
import { type CutOff, startCutOff } from './support/cut-off.ts'

let gateway: CutOff
beforeAll(async () => {
  gateway = await startCutOff()
})
afterAll(() => gateway.stop())
beforeEach(() => gateway.mend())

const known = () => gateway.metric('gateway_keys{state="known"}')
const kinds = [
  ['recruiter', () => gateway.accounts.mint()],
  ['candidate', () => gateway.accounts.mintCandidate()],
] as const

test.each(kinds)(
  'a %s key that was fed is never asked about, and its revocation is known at once (D-16)',
  async (_kind, mint) => {
    const { id, apiKey } = await gateway.fed(mint)
    expect(await gateway.status(apiKey)).toBe(200)
    gateway.pass(10 * MAX_STALE_MS)
    await gateway.fresh()
    expect(await gateway.status(apiKey)).toBe(200)
    await gateway.accounts.revoke(id)
    await eventually('the key is refused', async () => (await gateway.status(apiKey)) === 401)
    expect(gateway.asks(apiKey)).toBe(0)
  },
)

test.each(kinds)(
  'without the feed accounts confirms a %s key twice a second, so a revocation still counts (D-16)',
  async (_kind, mint) => {
    const { id, apiKey } = await gateway.fed(mint)
    gateway.cutFeed()
    expect(await gateway.status(apiKey)).toBe(200)
    await gateway.accounts.revoke(id)
    expect(await gateway.status(apiKey)).toBe(200)
    expect(gateway.asks(apiKey)).toBe(1)
    gateway.pass(CONFIRMED_MS)
    await eventually('the key is refused', async () => (await gateway.status(apiKey)) === 401)
    expect(gateway.asks(apiKey)).toBe(2)
  },
)

test('a key that the feed has not brought yet is asked about, twice a second until it has', async () => {
  gateway.cutFeed()
  const { apiKey } = await gateway.accounts.mint()
  for (const times of [1, 1, 2]) {
    if (times === 2) gateway.pass(CONFIRMED_MS)
    expect(await gateway.status(apiKey)).toBe(200)
    expect(gateway.asks(apiKey)).toBe(times)
  }
  gateway.mendFeed()
  await gateway.fresh()
  gateway.pass(MAX_STALE_MS)
  await gateway.fresh()
  expect(await gateway.status(apiKey)).toBe(200)
  expect(gateway.asks(apiKey)).toBe(2)
})

test('503: with neither feed nor accounts a known key serves for 60 s and not a moment longer, an unknown one is not refused', async () => {
  const { apiKey } = await gateway.fed()
  const { apiKey: unseen } = await gateway.accounts.mint()
  gateway.cutFeed()
  gateway.cutAnswers()
  gateway.pass(MAX_STALE_MS - 1_000 - 1)
  expect(await gateway.status(apiKey)).toBe(200)
  gateway.pass(1)
  for (const key of [apiKey, mintKey('recruiter')]) {
    const answer = await gateway.get(key)
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '1',
    ])
  }
  gateway.mendAnswers()
  expect(await gateway.status(apiKey)).toBe(200)
  expect(await gateway.status(unseen)).toBe(200)
})

test('200: with accounts alone away a key that was fed serves without end', async () => {
  const { apiKey } = await gateway.fed()
  gateway.cutAccounts()
  for (let times = 0; times < 3; times++) {
    gateway.pass(2 * MAX_STALE_MS)
    await eventually('the bucket is read', async () => (await gateway.status(apiKey)) === 200)
  }
  expect(await gateway.metric('gateway_key_feed_fresh')).toBe(0)
})

test('while accounts is down it is not asked for every call', async () => {
  const { apiKey } = await gateway.fed()
  gateway.cutFeed()
  gateway.cutAnswers()
  for (let i = 0; i < 30; i++) expect(await gateway.status(apiKey)).toBe(200)
  // One question, tried twice.
  expect(gateway.asks(apiKey)).toBe(2)
})

test('while accounts hangs a known key is served as it was', async () => {
  const { apiKey } = await gateway.fed()
  gateway.cutFeed()
  const { release, held } = gateway.holdAnswer(apiKey)
  const answers = Array.from({ length: 5 }, () => gateway.status(apiKey))
  await held
  expect(await Promise.all(answers)).toEqual([200, 200, 200, 200, 200])
  expect(await gateway.status(apiKey)).toBe(200)
  // One question, which may have been tried again by now.
  expect(gateway.world.questions.length).toBeLessThanOrEqual(2)
  release()
})

test('a revocation that the feed brings while accounts is asked wins over the older answer', async () => {
  gateway.cutFeed()
  const { id, apiKey } = await gateway.accounts.mint()
  const { release, held } = gateway.holdAnswer(apiKey)
  const before = await known()
  const running = gateway.status(apiKey)
  await held
  await gateway.accounts.revoke(id)
  gateway.mendFeed()
  await eventually('the key is fed', async () => (await known()) > before)
  await eventually('the key is refused', async () => (await gateway.status(apiKey)) === 401)
  release()
  expect(await running).toBe(401)
})

test('401: many calls at once with one junk key ask once, and it is remembered for 5 s', async () => {
  const junk = mintKey('recruiter')
  const statuses = await Promise.all(Array.from({ length: 100 }, () => gateway.status(junk)))
  expect(new Set(statuses)).toEqual(new Set([401]))
  expect(await gateway.status(junk)).toBe(401)
  expect(gateway.asks(junk)).toBe(1)
  gateway.pass(UNKNOWN_MS)
  expect(await gateway.status(junk)).toBe(401)
  expect(gateway.asks(junk)).toBe(2)
})

test('503: a stranger who finds the next question full may come again; known keys are confirmed beside it', async () => {
  const { id, apiKey } = await gateway.fed()
  gateway.cutFeed()
  // Too long ago to be served without a word of accounts.
  gateway.pass(MAX_STALE_MS)
  const stranger = mintKey('recruiter')
  const { release, held } = gateway.holdAnswer(stranger)
  const first = gateway.status(stranger)
  await held
  const room = MAX_KEYS_PER_LOOKUP
  const turnedAway = Promise.withResolvers<void>()
  let away = 0
  const pool = new Pool(gateway.url)
  const flood = Array.from({ length: room + 50 }, async () => {
    const headers = { authorization: `Bearer ${mintKey('recruiter')}` }
    const answer = await pool.request({ path: '/api/v1/jobs', method: 'GET', headers })
    await answer.body.dump()
    if (answer.statusCode === 503 && answer.headers['retry-after'] === '1' && ++away === 50)
      turnedAway.resolve()
    return answer.statusCode
  })
  await turnedAway.promise
  const { apiKey: unseen } = await gateway.accounts.mint()
  expect(await gateway.status(unseen)).toBe(503)
  expect(await gateway.status(apiKey)).toBe(200)
  await gateway.accounts.revoke(id)
  gateway.pass(CONFIRMED_MS)
  await eventually('the revocation counts', async () => (await gateway.status(apiKey)) === 401)

  release()
  expect(await first).toBe(401)
  const statuses = await Promise.all(flood)
  expect(statuses.filter((status) => status === 401)).toHaveLength(room)
  expect(away).toBe(50)
  await pool.close()
  expect(await gateway.status(unseen)).toBe(200)
})
