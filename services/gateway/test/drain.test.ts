import { setTimeout as sleep } from 'node:timers/promises'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { Pool } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upstreamNames } from '../src/env.ts'
import { type Accounts, startAccounts } from './support/accounts.ts'
import { sendJson, startWorld, type World } from './support/fake-upstream.ts'
import { type Program, run } from './support/processes.ts'
import { ADMIN_TOKEN } from './support/setup.ts'

const CLIENTS = 12
const KEYS = 40
const LOOK_MS = 50

interface Gateway extends Program {
  url: string
  /** What the balancer thinks of it. */
  isReady: boolean
  /** What readiness said, each time it changed. */
  said: (number | 'gone')[]
}

let accounts: Accounts
let world: World
const gateways: Gateway[] = []
const keys: string[] = []
beforeAll(async () => {
  accounts = await startAccounts('nats://127.0.0.1:9')
  world = await startWorld(accounts.url)
  for (let key = 0; key < KEYS; key++) keys.push((await accounts.mint()).apiKey)
  const peers = Object.fromEntries(upstreamNames.map((name) => [`${name.toUpperCase()}_URL`, world.url]))
  const own = {
    PORT: '0',
    ADMIN_PORT: '0',
    ADMIN_TOKEN,
    CALLER_SECRET: TEST_CALLER_SECRET,
    DRAIN_DELAY_MS: '2000',
  }
  const env = { ...peers, ...own }
  const programs = [run('gateway', env), run('gateway', env)]
  for (const one of programs) gateways.push({ ...one, ...(await one.ready()), isReady: true, said: [] })
})
afterAll(async () => {
  for (const { child } of gateways) child.kill('SIGKILL')
  await world.stop()
  await accounts.stop()
})

/** As a load balancer does: asks whether each gateway is ready, and gives those that are not nothing new. */
async function look(gateway: Gateway, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await fetch(`${gateway.url}/healthz/ready`).catch(() => undefined)
    await answer?.text()
    const status = answer?.status ?? 'gone'
    if (gateway.said.at(-1) !== status) gateway.said.push(status)
    gateway.isReady = status === 200
    await sleep(LOOK_MS)
  }
}

let calls = 0
/** Calls one after the other over kept connections, and never a second time. `choose` gets to know where a connection was
 * ended. Answers what went wrong. */
async function call(choose: (ended?: Gateway) => Gateway, signal: AbortSignal): Promise<string[]> {
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
      const answer = await pools
        .get(gateway)!
        .request({ method: 'POST', path: '/api/v1/jobs', headers, body: '{}' })
      await answer.body.text()
      if (answer.statusCode !== 200) failures.push(String(answer.statusCode))
      if (answer.headers.connection === 'close') ended = gateway
    } catch (error) {
      const { code } = error as { code: string }
      failures.push(code)
    }
    await sleep(Math.random() * 20)
  }
  await Promise.all([...pools.values()].map((pool) => pool.destroy()))
  return failures
}

test('SIGTERM under load: every request is answered, those in hand too, and no connection closes under a client', async () => {
  const held: (() => void)[] = []
  world.answer = (incoming, response) => {
    if (incoming.url!.endsWith('slow')) held.push(() => sendJson(response, 200, { slow: true }))
    else sendJson(response, 200, {})
  }
  const served = () => world.seen.length
  const [leaving, staying] = gateways as [Gateway, Gateway]
  const done = new AbortController()
  const looking = gateways.map((gateway) => look(gateway, done.signal))
  const byReadiness = () => {
    const ready = gateways.filter(({ isReady }) => isReady)
    return ready[calls % ready.length]!
  }
  // Knows nothing of readiness, and leaves when its connection was ended.
  const byConnection = (ended?: Gateway) => (ended === leaving ? staying : leaving)
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    call(client % 2 === 0 ? byReadiness : byConnection, done.signal),
  )
  await eventually('both serve', async () => served() > 300)

  const headers = { authorization: `Bearer ${keys[0]}` }
  const slow = fetch(`${leaving.url}/api/v1/jobs?slow`, { headers })
  await eventually('the slow one is in hand', async () => held.length === 1)
  leaving.child.kill('SIGTERM')
  await eventually('the port is closed', async () => leaving.said.at(-1) === 'gone')
  held[0]!()
  const answer = await slow
  expect([answer.status, await answer.json()]).toEqual([200, { slow: true }])
  expect(answer.headers.get('connection')).toBe('close')
  expect(await leaving.exit).toBe(0)

  const before = served()
  await eventually('the other one serves all', async () => served() > before + 300)
  done.abort()
  expect((await Promise.all(clients)).flat()).toEqual([])
  await Promise.all(looking)
  expect(leaving.said).toEqual([200, 503, 'gone'])
  expect(staying.said).toEqual([200])
})
