import { afterEach, beforeEach, expect, test } from 'vitest'
import { openApi, StillLimited } from '../src/bearer-api.ts'
import { type FakeAdminApi, startFakeAdminApi } from './support/fake-admin-api.ts'
import { runJobboard } from './support/run-jobboard.ts'

let api: FakeAdminApi
beforeEach(async () => {
  api = await startFakeAdminApi()
})
afterEach(() => api.stop())

/** Refuses the first `times` requests with 429 and this `Retry-After`. */
function refuse(times: number, retryAfter: string): void {
  api.respond = () =>
    api.requests.length <= times
      ? {
          status: 429,
          headers: { 'retry-after': retryAfter },
          body: { code: 'rate_limited', message: '100 requests a minute' },
        }
      : { status: 200, body: { items: [] } }
}

/** The API with waits that are counted instead of waited. */
function open() {
  const waits: number[] = []
  const lines: string[] = []
  const wait = async (ms: number) => void waits.push(ms)
  return { call: openApi(api.url, 'a-key', { log: (line) => lines.push(line), wait }), waits, lines }
}

const read = { method: 'GET', path: '/api/v1/jobs' } as const

test('429: waits as long as Retry-After says, and says so', async () => {
  refuse(2, '42')
  const { call, waits, lines } = open()
  expect((await call(read)).status).toBe(200)
  expect(waits).toEqual([42_000, 42_000])
  expect(lines[0]).toBe(
    '100 requests a minute (429 rate_limited); waiting 42 s, then GET /api/v1/jobs is sent again',
  )
})

test('429: Retry-After is a date', async () => {
  refuse(1, new Date(Date.now() + 120_000).toUTCString())
  const { call, waits } = open()
  await call(read)
  expect(waits).toHaveLength(1)
  expect(waits[0]).toBeGreaterThan(60_000)
  expect(waits[0]).toBeLessThanOrEqual(120_000)
})

test('429 without end: gives up when the next wait would exceed 300 s, and says when to run it again', async () => {
  refuse(20, '60')
  const { call, waits } = open()
  const error = await call(read).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(StillLimited)
  expect((error as Error).message).toContain(
    'It waited 300 s of at most 300 s. Run the command again in 60 s',
  )
  expect(waits).toHaveLength(5)
  expect(api.requests).toHaveLength(6)
})

test('1: a limit that lasts longer than the command waits ends it at once, with the next step', async () => {
  refuse(Number.POSITIVE_INFINITY, '86400')
  const run = await runJobboard(['employer', 'list'], { ADMIN_URL: api.url, ADMIN_TOKEN: 'a-token' })
  expect(run.code).toBe(1)
  expect(run.stderr).toMatch(/100 requests a minute \(429 rate_limited\).*Run the command again in 86400 s/)
  expect(run.stderr).not.toContain('Is the job board running')
  expect(api.requests).toHaveLength(1)
})

test('0: a command prints what it waits for, and continues', async () => {
  refuse(1, '1')
  const run = await runJobboard(['employer', 'list'], { ADMIN_URL: api.url, ADMIN_TOKEN: 'a-token' })
  expect(run.code).toBe(0)
  expect(run.stderr).toContain('jobboard: 100 requests a minute (429 rate_limited); waiting 1 s')
})
