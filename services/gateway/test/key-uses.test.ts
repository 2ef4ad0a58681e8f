import type { KeyRecord } from '@jobboard/contracts/keys/internal'
import { openCall } from '@jobboard/service/http/call'
import { readEnv } from '@jobboard/service/lifecycle/env'
import { openLog } from '@jobboard/service/lifecycle/log'
import { testEnv } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { gatewayEnv } from '../src/env.ts'
import { startKeyUses } from '../src/keys/key-uses.ts'
import { type Accounts, startAccounts } from './support/accounts.ts'
import { sendJson } from './support/fake-upstream.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await startAccounts('nats://127.0.0.1:9')
})
afterAll(() => accounts.stop())

let gateway: TestGateway
let stopped: Promise<void> | undefined
beforeEach(async () => {
  gateway = await startTestGateway({ accounts })
  stopped = undefined
})
const stop = () => (stopped ??= gateway.stop())
afterEach(stop)

const onKeyUses = (act: () => unknown) => {
  gateway.upstream.beforeAccountsResponds = (path) => (path.endsWith('/key-uses') ? act() : undefined)
}
const reported = (id: number, kind = 'recruiter') =>
  gateway.upstream.keyUses.filter((use) => use.kind === kind && use.keyId === id)
const newKey = () => gateway.accounts.mint()

test('the last use of a key is reported, once for many requests, for keys of both kinds (D-18, Spec §5.8)', async () => {
  const [mine, theirs] = [await newKey(), await gateway.accounts.mintCandidate()]
  // As many as this process had time for.
  let intervals = 0
  const counting = setInterval(() => intervals++, 1_000)
  for (let call = 0; call < 20; call++) {
    expect((await gateway.api(mine.apiKey).get('/api/v1/jobs')).status).toBe(200)
    expect((await gateway.api(theirs.apiKey).get('/api/v1/me/applications')).status).toBe(200)
  }
  const lastFrom = Date.now()
  expect((await gateway.api(mine.apiKey).get('/api/v1/jobs')).status).toBe(200)
  const until = Date.now()
  await eventually('the last use is reported', async () => {
    return (reported(mine.id).at(-1)?.usedAtMs ?? 0) >= lastFrom
  })
  clearInterval(counting)
  const times = reported(mine.id).map(({ usedAtMs }) => usedAtMs)
  expect(times).toEqual([...times].sort())
  expect(times.at(-1)).toBeLessThanOrEqual(until)
  // At most once a second.
  expect(times.length).toBeLessThanOrEqual(2 + intervals)
  expect(reported(theirs.id, 'candidate').length).toBeGreaterThan(0)
  expect(reported(theirs.id)).toEqual([])
})

// A stopping gateway reports what is left, so nothing is reported later.
test('304 counts as a use; 400, 401, 403, 404, 405, 409, 429, 500 and 503 do not (D-18)', async () => {
  const useWith = async (status: number) => {
    gateway.upstream.respond = (_request, response) => sendJson(response, status, { code: 'x', message: 'x' })
    const { id, apiKey } = await newKey()
    expect((await gateway.api(apiKey).get('/api/v1/jobs')).status).toBe(status)
    return id
  }
  const refused: number[] = []
  for (const status of [400, 404, 409, 500, 503]) refused.push(await useWith(status))
  const notModified = await useWith(304)
  gateway.upstream.respond = (_request, response) => sendJson(response, 200, {})

  const unscoped = await gateway.accounts.mint({ scopes: ['Applications'] })
  const wrong = await newKey()
  const revoked = await newKey()
  await gateway.accounts.revoke(revoked.id)
  expect((await gateway.api(unscoped.apiKey).get('/api/v1/jobs')).status).toBe(403)
  expect((await gateway.api(wrong.apiKey).send('PATCH', '/api/v1/jobs')).status).toBe(405)
  expect((await gateway.api(wrong.apiKey).get('/api/v1/jobs/%31')).status).toBe(404)
  expect((await gateway.api(wrong.apiKey).get('/api/v1/me/profile')).status).toBe(401)
  expect((await gateway.api(revoked.apiKey).get('/api/v1/jobs')).status).toBe(401)
  refused.push(unscoped.id, wrong.id, revoked.id)

  await stop()
  expect(reported(notModified)).toHaveLength(1)
  for (const id of refused) expect(reported(id)).toEqual([])
})

test('429: the last use of the key does not change', async () => {
  const { id, apiKey } = await newKey()
  const search = () => gateway.api(apiKey).post('/api/v1/candidates/search', { query: 'x' })
  for (let call = 0; call < 30; call++) expect((await search()).status).toBe(200)
  const lastUsedMs = Date.now()
  await eventually('a later millisecond', async () => Date.now() > lastUsedMs)
  expect((await search()).status).toBe(429)
  await stop()
  expect(reported(id).at(-1)!.usedAtMs).toBeLessThanOrEqual(lastUsedMs)
})

test('200: while accounts does not accept uses requests are served, and a stop ends', async () => {
  onKeyUses(() => Promise.reject(new Error('cut')))
  const { id, apiKey } = await newKey()
  for (let call = 0; call < 10; call++)
    expect((await gateway.api(apiKey).get('/api/v1/jobs')).status).toBe(200)
  await stop()
  expect(reported(id).length).toBeGreaterThan(0)
})

const total = (id: number) => {
  const sums: Record<string, number[]> = {}
  for (const { keyId, family, ok, clientErrors, rateLimited, serverErrors } of gateway.upstream.keyCalls) {
    if (keyId !== id) continue
    const before = sums[family] ?? [0, 0, 0, 0]
    sums[family] = [ok, clientErrors, rateLimited, serverErrors].map((count, at) => count + before[at]!)
  }
  return sums
}

// A stopping gateway reports what is left.
test('every call with a valid key is counted once, by family and class of its status (P-376)', async () => {
  const { id, apiKey } = await gateway.accounts.mint({ scopes: ['JobPosting', 'CvSearch'] })
  const api = gateway.api(apiKey)
  for (const status of [200, 204, 304, 400, 404, 500, 503]) {
    gateway.upstream.respond = (_request, response) => sendJson(response, status, { code: 'x', message: 'x' })
    expect((await api.get('/api/v1/jobs')).status).toBe(status)
  }
  gateway.upstream.respond = (_request, response) => sendJson(response, 200, {})
  const refused = [
    await api.send('PATCH', '/api/v1/jobs'),
    await api.get('/api/v1/tags'),
    await api.get('/api/v1/no-such-path'),
    await api.get('/api/v1/me/profile'),
  ]
  expect(refused.map(({ status }) => status)).toEqual([405, 403, 404, 401])
  const searches = await Promise.all(
    Array.from({ length: 40 }, () => api.post('/api/v1/candidates/search', { query: 'x' })),
  )
  expect(searches.filter(({ status }) => status === 429)).toHaveLength(10)
  const date = new Date().toISOString().slice(0, 10)
  await stop()
  expect(total(id)).toEqual({
    ...{ jobs: [3, 3, 0, 2], applications: [0, 1, 0, 0], employer: [0, 1, 0, 0] },
    search: [30, 0, 10, 0],
  })
  const dates = gateway.upstream.keyCalls.filter((calls) => calls.keyId === id).map((calls) => calls.date)
  // The test may run over midnight.
  for (const one of dates) expect(one <= date).toBe(true)
})

/** Uses of one key that are reported to this gateway's accounts, by a collector of their own. */
function startUses(settings: { intervalMs: number; callTimeoutMs: number }) {
  const env = readEnv(
    gatewayEnv,
    testEnv('', 'nats://127.0.0.1:9', { ACCOUNTS_URL: gateway.upstream.url, ADMIN_PORT: '0' }),
  )
  const call = openCall('gateway', env)
  onTestFinished(() => call.close())
  const key: KeyRecord = {
    ...{ id: 4711, kind: 'recruiter', status: 'Active', expiresAtMs: null, employerId: 1, candidateId: null },
    ...{ userId: null, name: 'a key', scopes: [], version: 1 },
  }
  return { uses: startKeyUses(call, openLog('test', 'silent'), settings), key }
}

test('a use is kept while accounts does not respond, reported again until accounts accepts it, then no more', async () => {
  onKeyUses(() => Promise.reject(new Error('cut')))
  const { uses, key } = startUses({ intervalMs: 20, callTimeoutMs: 60_000 })
  uses.add(key, 'jobs', 200, 1_000)
  await eventually('the use is reported again', async () => reported(key.id).length > 2)
  expect(new Set(reported(key.id).map(({ usedAtMs }) => usedAtMs))).toEqual(new Set([1_000]))
  onKeyUses(() => {})
  // The report of a later use follows those of the earlier one.
  const other = { ...key, id: 4712 }
  uses.add(other, 'jobs', 200, 2_000)
  await eventually('a later use is reported', async () => reported(other.id).length > 0)
  const before = reported(key.id).length
  uses.add(other, 'jobs', 200, 3_000)
  await eventually('the next use is reported', async () => reported(other.id).length > 1)
  await uses.stop()
  expect(reported(key.id)).toHaveLength(before)
})

test('while accounts hangs a stop takes two calls, not one for each interval that passed', async () => {
  onKeyUses(() => new Promise(() => {}))
  const { uses, key } = startUses({ intervalMs: 5, callTimeoutMs: 100 })
  uses.add(key, 'jobs', 200, 1_000)
  await eventually('the first call has failed', async () => reported(key.id).length > 1)
  const before = reported(key.id).length
  await uses.stop()
  // Each call is sent twice: it may be repeated.
  expect(reported(key.id).length - before).toBeLessThanOrEqual(4)
})

test('a report that accounts may have stored is sent again unchanged, and what is counted meanwhile in the next (P-376)', async () => {
  onKeyUses(() => Promise.reject(new Error('cut')))
  const { uses, key } = startUses({ intervalMs: 10, callTimeoutMs: 60_000 })
  const calls = () => gateway.upstream.keyCalls.filter(({ keyId }) => keyId === key.id)
  for (let call = 0; call < 3; call++) uses.add(key, 'jobs', 200, 86_400_000)
  await eventually('the report is sent again', async () => calls().length > 1)
  uses.add(key, 'jobs', 404, 86_400_000)
  const sent = calls().length
  await eventually('the report is sent again', async () => calls().length > sent)
  expect(new Set(calls().map(({ report }) => report)).size).toBe(1)
  expect(new Set(calls().map(({ ok, clientErrors }) => `${ok} ${clientErrors}`))).toEqual(new Set(['3 0']))
  onKeyUses(() => {})
  await eventually('the next report', async () => new Set(calls().map(({ report }) => report)).size === 2)
  await uses.stop()
  expect(calls().at(-1)).toMatchObject({ date: '1970-01-02', family: 'jobs', ok: 0, clientErrors: 1 })
})

test('900 keys at midnight: each key and day is reported once, in parts', async () => {
  const { uses, key } = startUses({ intervalMs: 3_600_000, callTimeoutMs: 60_000 })
  const FIRST = 5_000
  for (let id = FIRST; id < FIRST + 900; id++) {
    const one = { ...key, id }
    uses.add(one, 'jobs', 200, 86_399_999)
    uses.add(one, 'jobs', 200, 86_400_000)
    uses.add(one, 'search', 429, 86_400_000)
  }
  await uses.stop()
  const calls = gateway.upstream.keyCalls.filter(({ keyId }) => keyId >= FIRST)
  expect(calls).toHaveLength(2_700)
  expect(new Set(calls.map(({ report }) => report)).size).toBe(2)
  expect(new Set(calls.map(({ keyId, date, family }) => `${keyId} ${date} ${family}`)).size).toBe(2_700)
  expect(reported(FIRST).map(({ usedAtMs }) => usedAtMs)).toEqual([86_400_000])
})
