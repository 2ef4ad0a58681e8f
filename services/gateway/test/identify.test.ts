import { MAX_KEYS_PER_LOOKUP } from '@jobboard/contracts/keys/internal'
import { mintKey } from '@jobboard/service/auth/api-key'
import { eventually } from '@jobboard/testkit/eventually'
import { Pool } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CONFIRM_AFTER_MS, MAX_UNFOLLOWED_MS } from '../src/keys/identify.ts'
import { UNKNOWN_TTL_MS } from '../src/keys/key-cache.ts'
import { type IsolatableGateway, startIsolatableGateway } from './support/isolatable-gateway.ts'

const TRUST_MS = 900_000

let gateway: IsolatableGateway
beforeAll(async () => {
  gateway = await startIsolatableGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => gateway.restoreAll())

const cachedKeys = () => gateway.metric('gateway_keys{state="known"}')
const kinds = [
  ['recruiter', () => gateway.accounts.mint()],
  ['candidate', () => gateway.accounts.mintCandidate()],
] as const

test.each(kinds)(
  'a %s key that the feed brought is never looked up, and its revocation takes effect at once (D-16)',
  async (_kind, mint) => {
    const { id, apiKey } = await gateway.mintFed(mint)
    expect(await gateway.status(apiKey)).toBe(200)
    gateway.passTime(10 * MAX_UNFOLLOWED_MS)
    await gateway.synced()
    expect(await gateway.status(apiKey)).toBe(200)
    await gateway.accounts.revoke(id)
    await eventually('the key is refused', async () => (await gateway.status(apiKey)) === 401)
    expect(gateway.lookupsOf(apiKey)).toBe(0)
  },
)

test.each(kinds)(
  'offline: accounts confirms a %s key every 0.5 s, so a revocation still takes effect (D-16)',
  async (_kind, mint) => {
    const { id, apiKey } = await gateway.mintFed(mint)
    gateway.cutNats()
    expect(await gateway.status(apiKey)).toBe(200)
    await gateway.accounts.revoke(id)
    expect(await gateway.status(apiKey)).toBe(200)
    expect(gateway.lookupsOf(apiKey)).toBe(1)
    gateway.passTime(CONFIRM_AFTER_MS)
    await eventually('the key is refused', async () => (await gateway.status(apiKey)) === 401)
    expect(gateway.lookupsOf(apiKey)).toBe(2)
  },
)

test('a key that the feed has not brought is looked up every 0.5 s until the feed brings it', async () => {
  gateway.cutNats()
  const { apiKey } = await gateway.accounts.mint()
  for (const lookups of [1, 1, 2]) {
    if (lookups === 2) gateway.passTime(CONFIRM_AFTER_MS)
    expect(await gateway.status(apiKey)).toBe(200)
    expect(gateway.lookupsOf(apiKey)).toBe(lookups)
  }
  gateway.restoreNats()
  await gateway.synced()
  gateway.passTime(MAX_UNFOLLOWED_MS)
  await gateway.synced()
  expect(await gateway.status(apiKey)).toBe(200)
  expect(gateway.lookupsOf(apiKey)).toBe(2)
})

test('503: with NATS and accounts away a cached key serves for exactly 60 s, and an unknown key is not 401 (P-43)', async () => {
  const { apiKey } = await gateway.mintFed()
  const { apiKey: unseen } = await gateway.accounts.mint()
  gateway.cutNats()
  gateway.cutAccounts()
  gateway.passTime(MAX_UNFOLLOWED_MS - 1_000 - 1)
  expect(await gateway.status(apiKey)).toBe(200)
  gateway.passTime(1)
  for (const key of [apiKey, mintKey('recruiter')]) {
    const { status, body, headers } = await gateway.get(key)
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
  }
  gateway.restoreAccounts()
  expect(await gateway.status(apiKey)).toBe(200)
  expect(await gateway.status(unseen)).toBe(200)
})

test('503: with accounts away a key that the feed brought serves for KEY_TRUST_SECONDS; a revoked one stays 401 (P-43)', async () => {
  const { apiKey } = await gateway.mintFed()
  const revoked = await gateway.mintFed()
  await gateway.accounts.revoke(revoked.id)
  await eventually('the key is refused', async () => (await gateway.status(revoked.apiKey)) === 401)
  gateway.isolateAccounts()
  const stepMs = 2 * MAX_UNFOLLOWED_MS
  let passedMs = 0
  for (; passedMs + stepMs < TRUST_MS; passedMs += stepMs) {
    gateway.passTime(stepMs)
    await eventually('the bucket is read', async () => (await gateway.status(apiKey)) === 200)
  }
  expect(await gateway.metric('gateway_key_feed_fresh')).toBe(0)
  gateway.passTime(TRUST_MS - passedMs)
  const { status, body } = await gateway.get(apiKey)
  expect([status, body.code]).toEqual([503, 'unavailable'])
  expect(await gateway.status(revoked.apiKey)).toBe(401)
  // An interruption of NATS proves nothing about the keys.
  gateway.cutNats()
  expect(await gateway.status(apiKey)).toBe(503)
  gateway.restoreNats()
  expect(await gateway.status(apiKey)).toBe(503)
  gateway.restoreAccounts()
  await eventually('accounts confirms the key', async () => (await gateway.status(apiKey)) === 200)
})

test('200: while accounts is down it is not called for every request', async () => {
  const { apiKey } = await gateway.mintFed()
  gateway.cutNats()
  gateway.cutAccounts()
  for (let i = 0; i < 30; i++) expect(await gateway.status(apiKey)).toBe(200)
  // One look-up, sent twice.
  expect(gateway.lookupsOf(apiKey)).toBe(2)
})

test('200: while accounts hangs a cached key serves unconfirmed', async () => {
  const { apiKey } = await gateway.mintFed()
  gateway.cutNats()
  const { release, held } = gateway.holdLookup(apiKey)
  const statuses = Array.from({ length: 5 }, () => gateway.status(apiKey))
  await held
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 200])
  expect(await gateway.status(apiKey)).toBe(200)
  // One look-up, which may have been sent again by now.
  expect(gateway.upstream.lookups.length).toBeLessThanOrEqual(2)
  release()
})

test('401: a revocation that the feed brings during a look-up wins over the older result of the look-up', async () => {
  gateway.cutNats()
  const { id, apiKey } = await gateway.accounts.mint()
  const { release, held } = gateway.holdLookup(apiKey)
  const before = await cachedKeys()
  const running = gateway.status(apiKey)
  await held
  await gateway.accounts.revoke(id)
  gateway.restoreNats()
  await eventually('the key is fed', async () => (await cachedKeys()) > before)
  await eventually('the key is refused', async () => (await gateway.status(apiKey)) === 401)
  release()
  // 503 when the look-up has been held for longer than its time limit.
  expect([401, 503]).toContain(await running)
})

test('401: concurrent requests with one unknown key share one look-up, cached for 5 s', async () => {
  const junk = mintKey('recruiter')
  const statuses = await Promise.all(Array.from({ length: 100 }, () => gateway.status(junk)))
  expect(new Set(statuses)).toEqual(new Set([401]))
  expect(await gateway.status(junk)).toBe(401)
  expect(gateway.lookupsOf(junk)).toBe(1)
  gateway.passTime(UNKNOWN_TTL_MS)
  expect(await gateway.status(junk)).toBe(401)
  expect(gateway.lookupsOf(junk)).toBe(2)
})

/** What clients get while the look-up of `unknown`, which is held, and a full next batch are under way. */
async function floodDuringLookup({ id, apiKey }: { id: number; apiKey: string }) {
  const unknown = mintKey('recruiter')
  const { apiKey: unseen } = await gateway.accounts.mint()
  const { release, held } = gateway.holdLookup(unknown)
  const first = gateway.status(unknown)
  await held
  const allTurnedAway = Promise.withResolvers<void>()
  let turnedAway = 0
  const pool = new Pool(gateway.url)
  const flood = Promise.all(
    Array.from({ length: MAX_KEYS_PER_LOOKUP + 50 }, async () => {
      const headers = { authorization: `Bearer ${mintKey('recruiter')}` }
      const response = await pool.request({ path: '/api/v1/jobs', method: 'GET', headers })
      await response.body.dump()
      const isUnavailable = response.statusCode === 503 && response.headers['retry-after'] === '1'
      if (isUnavailable && ++turnedAway === 50) allTurnedAway.resolve()
      return response.statusCode
    }),
  )
  await Promise.race([allTurnedAway.promise, flood])
  const meanwhile = { unseen: await gateway.status(unseen), cached: await gateway.status(apiKey) }
  await gateway.accounts.revoke(id)
  gateway.passTime(CONFIRM_AFTER_MS)
  await eventually('the revocation takes effect', async () => (await gateway.status(apiKey)) === 401)
  release()
  const afterwards = { held: await first, notFound: (await flood).filter((status) => status === 401).length }
  await pool.close()
  return { ...meanwhile, ...afterwards, turnedAway, unseenAfterwards: await gateway.status(unseen) }
}

test('503: an unknown key that finds the next batch full may be retried; cached keys are confirmed meanwhile (P-42)', async () => {
  const responses = await eventually(
    'the look-up is held until the end',
    async () => {
      await gateway.restoreAll()
      const fed = await gateway.mintFed()
      gateway.cutNats()
      // Too old to serve unconfirmed.
      gateway.passTime(MAX_UNFOLLOWED_MS)
      const responses = await floodDuringLookup(fed)
      // The machine stalled for longer than the time limit of the look-up: the other responses prove nothing.
      return responses.held !== 503 && responses
    },
    90_000,
  )
  expect(responses).toEqual({
    unseen: 503,
    cached: 200,
    held: 401,
    notFound: MAX_KEYS_PER_LOOKUP,
    turnedAway: 50,
    unseenAfterwards: 200,
  })
})
