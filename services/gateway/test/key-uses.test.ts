import type { KeyRecord } from '@jobboard/contracts/internal/keys'
import { openCall } from '@jobboard/service/http/call'
import { readEnv } from '@jobboard/service/lifecycle/env'
import { openLog } from '@jobboard/service/lifecycle/log'
import { testEnv } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { gatewayEnv } from '../src/env.ts'
import { startKeyUses } from '../src/keys/key-uses.ts'
import { sendJson } from './support/fake-upstream.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
afterEach(() => {
  gateway.upstream.beforeAccountsResponds = () => {}
  gateway.upstream.respond = (_request, response) => sendJson(response, 200, {})
})

const onKeyUses = (act: () => unknown) => {
  gateway.upstream.beforeAccountsResponds = (path) => (path.endsWith('/key-uses') ? act() : undefined)
}
const reported = (id: number, kind = 'recruiter') =>
  gateway.upstream.keyUses.filter((use) => use.kind === kind && use.keyId === id)
const isReported = (id: number) => eventually('the use is reported', async () => reported(id).length > 0)
const newKey = () => gateway.accounts.mint()

/** Waits until the use of a new key is reported: those of all earlier requests are reported then, too. */
async function earlierUsesAreReported(): Promise<void> {
  const { id, apiKey } = await newKey()
  expect((await gateway.api(apiKey).get('/api/v1/jobs')).status).toBe(200)
  await isReported(id)
}

test('the last use of a key is reported, once for many requests, for keys of both kinds (D-18)', async () => {
  const [mine, theirs] = [await newKey(), await gateway.accounts.mintCandidate()]
  const from = Date.now()
  for (let call = 0; call < 20; call++) {
    expect((await gateway.api(mine.apiKey).get('/api/v1/jobs')).status).toBe(200)
    expect((await gateway.api(theirs.apiKey).get('/api/v1/me/applications')).status).toBe(200)
  }
  const lastFrom = Date.now()
  expect((await gateway.api(mine.apiKey).get('/api/v1/jobs')).status).toBe(200)
  const until = Date.now()
  await earlierUsesAreReported()
  const times = reported(mine.id).map(({ usedAtMs }) => usedAtMs)
  expect(times).toEqual([...times].sort())
  expect(times.at(-1)).toBeGreaterThanOrEqual(lastFrom)
  expect(times.at(-1)).toBeLessThanOrEqual(until)
  // At most once a second.
  expect(times.length).toBeLessThanOrEqual(2 + (Date.now() - from) / 1_000)
  expect(reported(theirs.id, 'candidate').length).toBeGreaterThan(0)
  expect(reported(theirs.id)).toEqual([])
})

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

  await isReported(notModified)
  await earlierUsesAreReported()
  for (const id of refused) expect(reported(id)).toEqual([])
})

test('429: the last use of the key does not change', async () => {
  const { id, apiKey } = await newKey()
  const search = () => gateway.api(apiKey).post('/api/v1/candidates/search', { query: 'x' })
  for (let call = 0; call < 30; call++) expect((await search()).status).toBe(200)
  await isReported(id)
  await earlierUsesAreReported()
  const last = reported(id).at(-1)
  expect((await search()).status).toBe(429)
  await earlierUsesAreReported()
  expect(reported(id).at(-1)).toEqual(last)
})

test('200: while accounts does not respond uses are kept; each is reported again until accounts accepts it', async () => {
  onKeyUses(() => Promise.reject(new Error('cut')))
  const { id, apiKey } = await newKey()
  expect((await gateway.api(apiKey).get('/api/v1/jobs')).status).toBe(200)
  await eventually('the use is reported again', async () => reported(id).length > 1)
  expect(new Set(reported(id).map(({ usedAtMs }) => usedAtMs)).size).toBe(1)
  onKeyUses(() => new Promise(() => {}))
  for (let call = 0; call < 10; call++)
    expect((await gateway.api(apiKey).get('/api/v1/jobs')).status).toBe(200)
  onKeyUses(() => {})
  await earlierUsesAreReported()
  const before = reported(id).length
  await earlierUsesAreReported()
  expect(reported(id)).toHaveLength(before)
})

test('a stopping gateway reports the uses that are left', async () => {
  const own = await startTestGateway()
  const { id, apiKey } = await own.accounts.mint()
  expect((await own.api(apiKey).get('/api/v1/jobs')).status).toBe(200)
  await own.stop()
  expect(own.upstream.keyUses.filter(({ keyId }) => keyId === id)).toHaveLength(1)
})

test('while accounts hangs a stop takes two calls, not one for each interval that passed', async () => {
  const env = readEnv(
    gatewayEnv,
    testEnv('', 'nats://127.0.0.1:9', { ACCOUNTS_URL: gateway.upstream.url, ADMIN_PORT: '0' }),
  )
  const call = openCall('gateway', env)
  onKeyUses(() => new Promise(() => {}))
  const uses = startKeyUses(call, openLog('test', 'silent'), 5)
  const key: KeyRecord = {
    ...{ id: 4711, kind: 'recruiter', status: 'Active', expiresAtMs: null, employerId: 1, candidateId: null },
    ...{ userId: null, name: 'a key', scopes: [], version: 1 },
  }
  uses.add(key, 1_000)
  await eventually('the first call has failed', async () => reported(key.id).length > 1)
  await uses.stop()
  expect(reported(key.id).length).toBeLessThanOrEqual(4)
  await call.close()
})
