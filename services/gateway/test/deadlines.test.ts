import { eventually } from '@jobboard/testkit/eventually'
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CONNECTIONS } from '../src/proxy/upstream.ts'
import { openBlackHole } from './support/black-hole.ts'
import { sendJson } from './support/fake-upstream.ts'
import { type Arena, startArena } from './support/setup.ts'

// Far above the settings below, far below the defaults.
const DEADLINE_MS = 9_000
const env = { UPSTREAM_CONNECT_TIMEOUT_MS: '200', UPSTREAM_TIMEOUT_MS: '300' }

let arena: Arena
beforeAll(async () => {
  arena = await startArena({ env })
})
afterAll(() => arena.stop())
beforeEach(() => {
  arena.world.seen.length = 0
})

const signal = () => AbortSignal.timeout(DEADLINE_MS)
const get = (key: string, { url } = arena) =>
  request(`${url}/api/v1/jobs`, { headers: { authorization: `Bearer ${key}` }, signal: signal() })

async function refusal(key = arena.recruiter, of = arena) {
  const { statusCode, headers, body } = await get(key, of)
  return [statusCode, ((await body.json()) as { code: string }).code, headers['retry-after']]
}

async function metric(name: string, { adminUrl } = arena): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  return Number(text.split(`\n${name}{service="jobs"} `)[1]!.split('\n')[0])
}

/** Nothing of what went wrong is counted as running, and the next call is served. */
async function isOver(): Promise<void> {
  await eventually('nothing is in flight', async () => (await metric('gateway_upstream_in_flight')) === 0)
  arena.world.answer = (_request, response) => sendJson(response, 200, {})
  const { statusCode, body } = await get((await arena.accounts.mint()).apiKey)
  await body.dump()
  expect(statusCode).toBe(200)
}

test('503: a service whose connections are neither made nor refused', async () => {
  const hole = await openBlackHole()
  const own = await startArena({ env: { ...env, JOBS_URL: hole.url } })
  try {
    expect(await refusal(own.recruiter, own)).toEqual([503, 'unavailable', '1'])
    expect(await metric('gateway_upstream_failures_total', own)).toBe(2)
    await eventually(
      'nothing is in flight',
      async () => (await metric('gateway_upstream_in_flight', own)) === 0,
    )
  } finally {
    hole.stop()
    await own.stop()
  }
})

test('200: beside a replica whose connections hang, the other one serves', async () => {
  const hole = await openBlackHole()
  const own = await startArena({ env: { ...env, JOBS_URL: `${hole.url},${arena.world.url}` } })
  arena.world.answer = (_request, response) => sendJson(response, 200, {})
  try {
    const { statusCode } = await get(own.recruiter, own)
    expect(statusCode).toBe(200)
  } finally {
    hole.stop()
    await own.stop()
  }
})

test('503: a service that takes the request and is silent; it is not asked again', async () => {
  arena.world.answer = () => {}
  expect(await refusal()).toEqual([503, 'unavailable', '1'])
  expect(arena.world.seen).toHaveLength(1)
  await isOver()
})

test('503: whoever waits behind the requests of a slow service waits no longer, and is never sent', async () => {
  const held: (() => void)[] = []
  arena.world.answer = (_request, response) => void held.push(() => sendJson(response, 200, []))
  // Operators may wait for minutes.
  const before = Array.from({ length: CONNECTIONS }, () =>
    arena.admin.put('/admin/v1/jobs/1/screening-questions', []),
  )
  await eventually('every connection is taken', async () => held.length === CONNECTIONS)
  expect(await refusal()).toEqual([503, 'unavailable', '1'])
  for (const release of held) release()
  expect(new Set((await Promise.all(before)).map(({ status }) => status))).toEqual(new Set([200]))
  await isOver()
  expect(arena.world.seen.filter(({ method }) => method === 'GET')).toHaveLength(1)
})

test.each([
  ['of a known length', { 'content-length': '100' }],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
])(
  'a service that falls silent within an answer %s: it is cut, and never looks whole',
  async (_name, sent) => {
    arena.world.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...sent })
      response.write('{"half":')
    }
    const { statusCode, body } = await get(arena.recruiter)
    expect(statusCode).toBe(200)
    const failure: { code?: string; name?: string } = await body.text().catch((error) => error)
    expect(failure.code).toBe('UND_ERR_SOCKET')
    await isOver()
  },
)
