// biome-ignore lint/plugin: clients pause between two requests
import { setTimeout as sleep } from 'node:timers/promises'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { Pool } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upstreamNames } from '../src/env.ts'
import { type Accounts, startAccounts } from './support/accounts.ts'
import { type FakeUpstream, sendJson, startFakeUpstream } from './support/fake-upstream.ts'
import { type ServiceProcess, startProcess } from './support/service-process.ts'
import { ADMIN_TOKEN } from './support/setup.ts'

const CLIENTS = 12
const KEYS = 40
const HEALTH_INTERVAL_MS = 50

interface Gateway extends ServiceProcess {
  url: string
  /** What the balancer saw last. */
  isReady: boolean
  /** Each change of its `/healthz/ready`. */
  statuses: (number | 'gone')[]
}

let accounts: Accounts
let upstream: FakeUpstream
const gateways: Gateway[] = []
const keys: string[] = []
beforeAll(async () => {
  accounts = await startAccounts('nats://127.0.0.1:9')
  upstream = await startFakeUpstream(accounts.url)
  for (let key = 0; key < KEYS; key++) keys.push((await accounts.mint()).apiKey)
  const peers = Object.fromEntries(upstreamNames.map((name) => [`${name.toUpperCase()}_URL`, upstream.url]))
  const own = {
    PORT: '0',
    ADMIN_PORT: '0',
    ADMIN_TOKEN,
    CALLER_SECRET: TEST_CALLER_SECRET,
    DRAIN_DELAY_MS: '2000',
    WARM_UP_REQUESTS: '0',
  }
  const env = { ...peers, ...own }
  const processes = [startProcess('gateway', env), startProcess('gateway', env)]
  for (const one of processes) gateways.push({ ...one, ...(await one.ready()), isReady: true, statuses: [] })
})
afterAll(async () => {
  for (const { child } of gateways) child.kill('SIGKILL')
  await upstream.stop()
  await accounts.stop()
})

/** Polls readiness as a load balancer does. */
async function pollReadiness(gateway: Gateway, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const response = await fetch(`${gateway.url}/healthz/ready`).catch(() => undefined)
    await response?.text()
    const status = response?.status ?? 'gone'
    if (gateway.statuses.at(-1) !== status) gateway.statuses.push(status)
    gateway.isReady = status === 200
    await sleep(HEALTH_INTERVAL_MS)
  }
}

let calls = 0
/** Sends requests one after the other over persistent connections and retries none. `choose` is passed the
 * gateway that last ended a connection. Returns the failures. */
async function sendRequests(choose: (ended?: Gateway) => Gateway, signal: AbortSignal): Promise<string[]> {
  const pools = new Map(
    gateways.map((one) => [one, new Pool(one.url, { connections: 1, keepAliveTimeout: 60_000 })]),
  )
  const failures: string[] = []
  let ended: Gateway | undefined
  while (!signal.aborted) {
    const gateway = choose(ended)
    const key = keys[++calls % KEYS]
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    try {
      const response = await pools
        .get(gateway)!
        .request({ method: 'POST', path: '/api/v1/jobs', headers, body: '{}' })
      await response.body.text()
      if (response.statusCode !== 200) failures.push(String(response.statusCode))
      if (response.headers.connection === 'close') ended = gateway
    } catch (error) {
      const { code } = error as { code: string }
      failures.push(code)
    }
    await sleep(Math.random() * 60)
  }
  await Promise.all([...pools.values()].map((pool) => pool.destroy()))
  return failures
}

test('SIGTERM under load: every request gets its response, and no connection closes under a client (P-41)', async () => {
  const held: (() => void)[] = []
  upstream.respond = (incoming, response) => {
    if (incoming.url!.endsWith('slow')) held.push(() => sendJson(response, 200, { slow: true }))
    else sendJson(response, 200, {})
  }
  const served = () => upstream.requests.length
  const [leaving, staying] = gateways as [Gateway, Gateway]
  const done = new AbortController()
  const polling = gateways.map((gateway) => pollReadiness(gateway, done.signal))
  const byReadiness = () => {
    const ready = gateways.filter(({ isReady }) => isReady)
    return ready[calls % ready.length]!
  }
  // Ignores readiness, and changes gateways when its connection is ended.
  const byConnection = (ended?: Gateway) => (ended === leaving ? staying : leaving)
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    sendRequests(client % 2 === 0 ? byReadiness : byConnection, done.signal),
  )
  await eventually('both gateways serve', async () => served() > 100)

  const headers = { authorization: `Bearer ${keys[0]}` }
  const slow = fetch(`${leaving.url}/api/v1/jobs?slow`, { headers })
  await eventually('the slow request is in flight', async () => held.length === 1)
  leaving.child.kill('SIGTERM')
  await eventually('the port is closed', async () => leaving.statuses.at(-1) === 'gone')
  held[0]!()
  const response = await slow
  expect([response.status, await response.json()]).toEqual([200, { slow: true }])
  expect(response.headers.get('connection')).toBe('close')
  expect(await leaving.exit).toBe(0)

  const before = served()
  await eventually('the other gateway serves all', async () => served() > before + 100)
  done.abort()
  expect((await Promise.all(clients)).flat()).toEqual([])
  await Promise.all(polling)
  expect(leaving.statuses).toEqual([200, 503, 'gone'])
  expect(staying.statuses).toEqual([200])
})
