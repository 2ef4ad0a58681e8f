import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Accounts, startAccounts } from './support/accounts.ts'
import { type FakeUpstream, sendJson, startFakeUpstream } from './support/fake-upstream.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await startAccounts('nats://127.0.0.1:9')
})
afterAll(() => accounts.stop())

let broken: FakeUpstream
let healthy: FakeUpstream
let gateway: TestGateway
beforeEach(async () => {
  broken = await startFakeUpstream()
  healthy = await startFakeUpstream()
  gateway = await startTestGateway({ accounts, env: { JOBS_URL: `${broken.url},${healthy.url}` } })
  broken.respond = (_request, response) => sendJson(response, 503, { code: 'unavailable', message: 'broken' })
  healthy.respond = (_request, response) =>
    void setTimeout(() => sendJson(response, 200, { from: 'healthy' }), 10)
})
afterEach(async () => {
  await gateway.stop()
  await Promise.all([broken.stop(), healthy.stop()])
})

const get = () => gateway.api(gateway.recruiter).get('/api/v1/jobs')
const post = (headers = {}) => gateway.api(gateway.recruiter).post('/api/v1/jobs', {}, headers)
const statuses = (calls: { status: number }[]) => calls.map(({ status }) => status)

test('200: no client sees the 503 of one replica while another is healthy (GET) (P-57)', async () => {
  const calls = []
  for (let call = 0; call < 20; call++) calls.push(await get())
  calls.push(...(await Promise.all(Array.from({ length: 20 }, get))))
  expect(new Set(statuses(calls))).toEqual(new Set([200]))
  expect(broken.requests.length).toBeGreaterThan(0)
})

test('200: nor with an Idempotency-Key; a POST without one sees at most the trials of the replica', async () => {
  const keyed = await Promise.all(
    Array.from({ length: 10 }, (_, call) => post({ 'idempotency-key': `k-${call}` })),
  )
  expect(new Set(statuses(keyed))).toEqual(new Set([200]))
  const unkeyed = []
  for (let call = 0; call < 30; call++) unkeyed.push(await post())
  // The calls take less than the ejection unless the machine is busy; each trial may fail one.
  expect(statuses(unkeyed).filter((status) => status !== 200).length).toBeLessThan(5)
})

test('503: when every replica responds 503 all are still used, and their response is passed on', async () => {
  healthy.respond = broken.respond
  const calls = []
  for (let call = 0; call < 20; call++) calls.push(await get())
  expect(new Set(calls.map(({ status, body }) => `${status} ${body.message}`))).toEqual(
    new Set(['503 broken']),
  )
  expect(broken.requests.length).toBeGreaterThan(3)
  expect(healthy.requests.length).toBeGreaterThan(3)
})

test('a replica that works again gets requests again', async () => {
  for (let call = 0; call < 4; call++) await get()
  broken.respond = (_request, response) => sendJson(response, 200, { from: 'broken' })
  await eventually('it serves', async () => (await get()).body.from === 'broken', 10_000, 200)
})

test('a replica that is not ready gets no requests once the gateway has checked', async () => {
  broken.readiness = 503
  broken.respond = (_request, response) => sendJson(response, 200, {})
  // A check counts for 1 s, and ten calls may take longer on a busy machine. Without it every second one is from the other.
  await eventually('ten calls after a check are from the ready replica', async () => {
    const api = gateway.api((await accounts.mint()).apiKey)
    await api.get('/api/v1/jobs')
    await fetch(`${gateway.url}/healthz/ready`)
    const calls = await Promise.all(Array.from({ length: 10 }, () => api.get('/api/v1/jobs')))
    return calls.every(({ body }) => body.from === 'healthy')
  })
})

test('503: one that took a second is passed on: the request itself may be slow', async () => {
  const slow = (_request: unknown, response: Parameters<FakeUpstream['respond']>[1]) =>
    void setTimeout(() => sendJson(response, 503, { code: 'unavailable', message: 'timed out' }), 1_100)
  broken.respond = slow
  healthy.respond = slow
  expect((await get()).status).toBe(503)
  expect(broken.requests.length + healthy.requests.length).toBe(1)
})
