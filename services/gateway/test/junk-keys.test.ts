import { MAX_KEYS_PER_LOOKUP } from '@jobboard/contracts/keys/internal'
import { hashOf, mintKey } from '@jobboard/service/auth/api-key'
import { type CuttableProxy, openCuttableProxy } from '@jobboard/testkit/cuttable-proxy'
import { eventually } from '@jobboard/testkit/eventually'
import { openNatsAccount } from '@jobboard/testkit/infra'
import { Pool } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNKNOWN_KEYS_INTERVAL_MS } from '../src/keys/identify.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

// Eight times as many as fit into a look-up.
const JUNK_KEYS = 2_000
const CONNECTIONS = 400

let nats: Awaited<ReturnType<typeof openNatsAccount>>
let natsProxy: CuttableProxy
let gateway: TestGateway
beforeAll(async () => {
  nats = await openNatsAccount()
  natsProxy = await openCuttableProxy(nats.url)
  gateway = await startTestGateway({ natsUrl: natsProxy.url, accountsNatsUrl: nats.url })
})
afterAll(async () => {
  await gateway.stop()
  await natsProxy.stop()
  await nats.stop()
})

/** Counts the intervals between look-ups that this process, and so the gateway in it, has time for; `stop` returns them. */
function countIntervals(): { stop(): number } {
  let intervals = 0
  const counting = setInterval(() => intervals++, UNKNOWN_KEYS_INTERVAL_MS)
  return {
    stop() {
      clearInterval(counting)
      return intervals
    },
  }
}

const status = async (key: string) => (await gateway.api(key).get('/api/v1/jobs')).status

/** Sends requests with different well-formed unknown keys over 400 connections; counts the responses by status. */
async function flood(): Promise<{
  responses: Record<number, number>
  lookups: string[][]
  intervals: number
}> {
  const junk = Array.from({ length: JUNK_KEYS }, () => mintKey('recruiter'))
  const hashes = new Set(junk.map(hashOf))
  const pool = new Pool(gateway.url, { connections: CONNECTIONS })
  const responses: Record<number, number> = {}
  const counting = countIntervals()
  const worker = async () => {
    for (let key = junk.pop(); key; key = junk.pop()) {
      const headers = { authorization: `Bearer ${key}` }
      const {
        statusCode,
        headers: sent,
        body,
      } = await pool.request({ path: '/api/v1/jobs', method: 'GET', headers })
      await body.dump()
      responses[statusCode] = (responses[statusCode] ?? 0) + 1
      if (statusCode === 503) expect(sent['retry-after']).toBe('1')
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  const intervals = counting.stop()
  await pool.close()
  const lookups = gateway.upstream.lookups.filter((batch) => batch.some((hash) => hashes.has(hash)))
  return { responses, lookups, intervals }
}

test('401: unknown keys one after the other cause at most 20 look-ups a second', async () => {
  gateway.upstream.lookups.length = 0
  const counting = countIntervals()
  for (let call = 0; call < 20; call++) expect(await status(mintKey('candidate'))).toBe(401)
  expect(gateway.upstream.lookups.length).toBeLessThanOrEqual(3 + counting.stop())
})

/** Mints a key and retries until it is accepted: it may be 503 meanwhile, never 401. */
async function expectAccepted(): Promise<string> {
  const { apiKey } = await gateway.accounts.mint()
  await eventually('a new key is accepted', async () => {
    const current = await status(apiKey)
    expect([200, 503]).toContain(current)
    return current === 200
  })
  return apiKey
}

test.each([
  ['while the feed is synced', false],
  ['while NATS is away', true],
])(
  '401 or 503: %s a flood of unknown keys causes at most 20 look-ups a second, and existing keys are served (P-42)',
  async (_when, isCut) => {
    const { id, apiKey } = await gateway.accounts.mint()
    await eventually('the key is accepted', async () => (await status(apiKey)) === 200)
    if (isCut) natsProxy.cut()
    const running = flood()
    const own: number[] = []
    for (let call = 0; call < 20; call++) own.push(await status(apiKey))
    expect(new Set(own)).toEqual(new Set([200]))
    await Promise.all([expectAccepted(), expectAccepted(), expectAccepted()])
    await gateway.accounts.revoke(id)
    await eventually('the revocation takes effect', async () => (await status(apiKey)) === 401)

    const { responses, lookups, intervals } = await running
    expect((responses[401] ?? 0) + (responses[503] ?? 0)).toBe(JUNK_KEYS)
    expect(lookups.length).toBeLessThanOrEqual(3 + intervals)
    expect(Math.max(...lookups.map((hashes) => hashes.length))).toBeLessThanOrEqual(MAX_KEYS_PER_LOOKUP)
    natsProxy.restore()
  },
)
