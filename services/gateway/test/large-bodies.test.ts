import { LARGE_BODY_BYTES, MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import { eventually } from '@jobboard/testkit/eventually'
import { retrying } from '@jobboard/testkit/retrying-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sendJson } from './support/fake-upstream.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
/** Requests whose bodies arrived and that have no response yet, by path. */
const held: { path: string; respond: () => void }[] = []
let isHolding = true
const heldAt = (path: string) => held.filter((one) => one.path === path).length
const releaseOne = () => held.shift()?.respond()

beforeAll(async () => {
  gateway = await startTestGateway({ env: { UPSTREAM_TIMEOUT_MS: '25000' } })
  gateway.upstream.respond = ({ url = '', method }, response) => {
    const respond = () => sendJson(response, 200, {})
    if (method === 'GET' || !isHolding) return respond()
    held.push({ path: url, respond })
  }
})
afterEach(async () => {
  isHolding = false
  while (held.length > 0) releaseOne()
  isHolding = true
})
afterAll(() => gateway.stop())

const newKey = async () => gateway.api((await gateway.accounts.mint()).apiKey)
const keyOfOther = async () => gateway.api((await gateway.accounts.mintOfOther()).apiKey)
const text = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))
const large = text(LARGE_BODY_BYTES + 1)
const small = text(LARGE_BODY_BYTES)

test('200: large bodies of one employer, over all its keys, reach a service one at a time (P-581)', async () => {
  const keys = [await newKey(), await newKey()]
  const other = await keyOfOther()
  const own = [0, 1, 0, 1, 0].map((i) => keys[i]!.post('/api/v1/jobs', large))
  await eventually('one is held', async () => heldAt('/api/v1/jobs') === 1)
  // What does not wait: reads, small bodies, another service, another employer, a candidate.
  expect((await keys[0]!.get('/api/v1/jobs')).status).toBe(200)
  const rest = [
    keys[0]!.post('/api/v1/jobs/1/publish', small),
    keys[0]!.post('/api/v1/webhook-subscriptions', large),
    other.post('/api/v1/jobs/2/publish', large),
    gateway.api(gateway.candidate).post('/api/v1/me/applications', large),
  ]
  await eventually('the others are held too', async () => held.length === 1 + rest.length)
  for (let done = 1; done <= own.length; done++) {
    await eventually('the next one is held', async () => heldAt('/api/v1/jobs') === 1)
    // Whatever else is forwarded arrives before this.
    expect((await keys[0]!.get('/api/v1/jobs')).status).toBe(200)
    expect(heldAt('/api/v1/jobs')).toBe(1)
    const index = held.findIndex(({ path }) => path === '/api/v1/jobs')
    held.splice(index, 1)[0]!.respond()
  }
  while (held.length > 0) releaseOne()
  for (const response of await Promise.all([...own, ...rest])) expect(response.status).toBe(200)
})

test('429 rate_limited: beyond 16 MiB of waiting bodies of one employer; those that wait and another employer are served (P-581)', async () => {
  const key = await newKey()
  const other = await keyOfOther()
  const body = text(MAX_BODY_BYTES)
  const calls = Array.from({ length: 20 }, () => key.post('/api/v1/jobs', body))
  const refused = new Set<unknown>()
  for (const call of calls) void call.then((response) => response.status === 429 && refused.add(response))
  await eventually('three are refused', async () => refused.size === 3)
  isHolding = false
  // On a busy machine the look-up of a new key can take too long: 503 once.
  expect((await retrying(other).post('/api/v1/jobs', body)).status).toBe(200)
  while (held.length > 0) releaseOne()
  const responses = await Promise.all(calls)
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(17).fill(200), 429, 429, 429])
  const [{ body: error, headers }] = responses.filter(({ status }) => status === 429) as [
    (typeof responses)[number],
  ]
  expect([error.code, headers.get('retry-after')]).toEqual(['rate_limited', '1'])
  expect(error.message).toBe(
    'Bodies of more than 16 KiB are handled one at a time, and 16 MiB of yours wait; try again in 1 s, with fewer at once.',
  )
})
