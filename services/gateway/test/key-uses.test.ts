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
import { type Arena, startArena } from './support/setup.ts'

let arena: Arena
beforeAll(async () => {
  arena = await startArena()
})
afterAll(() => arena.stop())
afterEach(() => {
  arena.world.onAccounts = () => {}
  arena.world.answer = (_request, response) => sendJson(response, 200, {})
})

const onUses = (act: () => unknown) => {
  arena.world.onAccounts = (path) => (path.endsWith('/key-uses') ? act() : undefined)
}
const told = (id: number, kind = 'recruiter') =>
  arena.world.uses.filter((use) => use.kind === kind && use.keyId === id)
const isTold = (id: number) => eventually('the use is told', async () => told(id).length > 0)
const newKey = () => arena.accounts.mint()

/** One call that succeeds with a new key; when its use is told, those of all calls before it are. */
async function callsBeforeAreTold(): Promise<void> {
  const { id, apiKey } = await newKey()
  expect((await arena.api(apiKey).get('/api/v1/jobs')).status).toBe(200)
  await isTold(id)
}

test('a use is told once for many calls, with the time of the last one, for keys of both kinds (D-18)', async () => {
  const [mine, theirs] = [await newKey(), await arena.accounts.mintCandidate()]
  const from = Date.now()
  for (let call = 0; call < 20; call++) {
    expect((await arena.api(mine.apiKey).get('/api/v1/jobs')).status).toBe(200)
    expect((await arena.api(theirs.apiKey).get('/api/v1/me/applications')).status).toBe(200)
  }
  const lastFrom = Date.now()
  expect((await arena.api(mine.apiKey).get('/api/v1/jobs')).status).toBe(200)
  const until = Date.now()
  await callsBeforeAreTold()
  const times = told(mine.id).map(({ usedAtMs }) => usedAtMs)
  expect(times).toEqual([...times].sort())
  expect(times.at(-1)).toBeGreaterThanOrEqual(lastFrom)
  expect(times.at(-1)).toBeLessThanOrEqual(until)
  // Once a second, however many calls there were.
  expect(times.length).toBeLessThanOrEqual(2 + (Date.now() - from) / 1_000)
  expect(told(theirs.id, 'candidate').length).toBeGreaterThan(0)
  expect(told(theirs.id)).toEqual([])
})

test('304 is a use; 400, 401, 403, 404, 405, 409, 429, 500 and 503 are none (D-18)', async () => {
  const answers = async (status: number) => {
    arena.world.answer = (_request, response) => sendJson(response, status, { code: 'x', message: 'x' })
    const { id, apiKey } = await newKey()
    expect((await arena.api(apiKey).get('/api/v1/jobs')).status).toBe(status)
    return id
  }
  const refused: number[] = []
  for (const status of [400, 404, 409, 500, 503]) refused.push(await answers(status))
  const same = await answers(304)
  arena.world.answer = (_request, response) => sendJson(response, 200, {})

  const poor = await arena.accounts.mint({ scopes: ['Applications'] })
  const wrong = await newKey()
  const revoked = await newKey()
  await arena.accounts.revoke(revoked.id)
  expect((await arena.api(poor.apiKey).get('/api/v1/jobs')).status).toBe(403)
  expect((await arena.api(wrong.apiKey).send('PATCH', '/api/v1/jobs')).status).toBe(405)
  expect((await arena.api(wrong.apiKey).get('/api/v1/jobs/%31')).status).toBe(404)
  expect((await arena.api(wrong.apiKey).get('/api/v1/me/profile')).status).toBe(401)
  expect((await arena.api(revoked.apiKey).get('/api/v1/jobs')).status).toBe(401)
  refused.push(poor.id, wrong.id, revoked.id)

  await isTold(same)
  await callsBeforeAreTold()
  for (const id of refused) expect(told(id)).toEqual([])
})

test('a 429 moves no last use on', async () => {
  const { id, apiKey } = await newKey()
  const search = () => arena.api(apiKey).post('/api/v1/candidates/search', { query: 'x' })
  for (let call = 0; call < 30; call++) expect((await search()).status).toBe(200)
  await isTold(id)
  await callsBeforeAreTold()
  const last = told(id).at(-1)
  expect((await search()).status).toBe(429)
  await callsBeforeAreTold()
  expect(told(id).at(-1)).toEqual(last)
})

test('while accounts does not answer uses are kept and told again, calls go on, and later each is told no more', async () => {
  onUses(() => Promise.reject(new Error('cut')))
  const { id, apiKey } = await newKey()
  expect((await arena.api(apiKey).get('/api/v1/jobs')).status).toBe(200)
  await eventually('the use is told again', async () => told(id).length > 1)
  expect(new Set(told(id).map(({ usedAtMs }) => usedAtMs)).size).toBe(1)
  onUses(() => new Promise(() => {}))
  for (let call = 0; call < 10; call++) expect((await arena.api(apiKey).get('/api/v1/jobs')).status).toBe(200)
  onUses(() => {})
  await callsBeforeAreTold()
  const before = told(id).length
  await callsBeforeAreTold()
  expect(told(id)).toHaveLength(before)
})

test('a gateway that stops tells the uses that are left', async () => {
  const own = await startArena()
  const { id, apiKey } = await own.accounts.mint()
  expect((await own.api(apiKey).get('/api/v1/jobs')).status).toBe(200)
  await own.stop()
  expect(own.world.uses.filter(({ keyId }) => keyId === id)).toHaveLength(1)
})

test('an accounts that hangs holds a stop up for two tries, not for all the turns that came and went', async () => {
  const env = readEnv(
    gatewayEnv,
    testEnv('', 'nats://127.0.0.1:9', { ACCOUNTS_URL: arena.world.url, ADMIN_PORT: '0' }),
  )
  const call = openCall('gateway', env)
  onUses(() => new Promise(() => {}))
  const uses = startKeyUses(call, openLog('test', 'silent'), 5)
  const key: KeyRecord = {
    ...{ id: 4711, kind: 'recruiter', status: 'Active', expiresAtMs: null, employerId: 1, candidateId: null },
    ...{ userId: null, name: 'a key', scopes: [], version: 1 },
  }
  uses.add(key, 1_000)
  await eventually('the first try has failed', async () => told(key.id).length > 1)
  await uses.stop()
  expect(told(key.id).length).toBeLessThanOrEqual(4)
  await call.close()
})
