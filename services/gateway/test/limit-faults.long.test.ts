// biome-ignore lint/plugin: the clients of a flood pause
import { setTimeout as sleep } from 'node:timers/promises'
import { requestsPerMinute } from '@jobboard/contracts/limits'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { type ControllableNats, openControllableNats } from '@jobboard/testkit/controllable-nats'
import { eventually } from '@jobboard/testkit/eventually'
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { upstreamNames } from '../src/env.ts'
import { type Accounts, type MintedKey, startAccounts } from './support/accounts.ts'
import { type FakeUpstream, sendJson, startFakeUpstream } from './support/fake-upstream.ts'
import { type ServiceProcess, startProcess } from './support/service-process.ts'
import { ADMIN_TOKEN } from './support/setup.ts'

const LIMIT = requestsPerMinute.jobs
const IN_FLIGHT = 24
// What is refused anyway leaves the machine to the replicas.
const REFUSED_PAUSE_MS = 20
// Several, because each gateway owns some of the windows.
const KEYS = 4

interface Gateway extends ServiceProcess {
  url: string
  adminUrl: string
}

let nats: ControllableNats
let accounts: Accounts
let upstream: FakeUpstream
let gateways: Gateway[] = []
const started: Gateway[] = []
/** Requests that reached the upstream, by key id: counted here because a killed gateway cannot report them. */
const admitted = new Map<number, number>()
beforeAll(async () => {
  nats = await openControllableNats()
  accounts = await startAccounts(nats.url)
  upstream = await startFakeUpstream(accounts.url)
  upstream.respond = (request, response) => {
    const [caller = ''] = String(request.headers['x-caller']).split('.')
    const { keyId } = JSON.parse(Buffer.from(caller, 'base64url').toString()).caller
    admitted.set(keyId, (admitted.get(keyId) ?? 0) + 1)
    sendJson(response, 200, {})
  }
})
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await upstream.stop()
  await accounts.stop()
  await nats.stop()
})
beforeEach(async () => {
  while (gateways.length < 3) gateways.push(await startGateway())
  await haveMembers(3)
})

async function startGateway(): Promise<Gateway> {
  const upstreams = Object.fromEntries(
    upstreamNames.map((name) => [`${name.toUpperCase()}_URL`, upstream.url]),
  )
  const env = {
    PORT: '0',
    ADMIN_PORT: '0',
    ADMIN_TOKEN,
    CALLER_SECRET: TEST_CALLER_SECRET,
    WARM_UP_REQUESTS: '0',
  }
  const program = startProcess('gateway', { ...upstreams, ...env, LIMITER: 'shared', NATS_URL: nats.url })
  const gateway = { ...program, ...(await program.ready()) }
  started.push(gateway)
  return gateway
}

const metric = (name: string) =>
  Promise.all(
    gateways.map(async ({ adminUrl }) => {
      const text = await (await fetch(`${adminUrl}/metrics`)).text()
      return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
    }),
  )

const haveMembers = (count: number) =>
  eventually(`every gateway has ${count} members`, async () => {
    return (await metric('gateway_limiter_members')).every((members) => members === count)
  })

const newKeys = () => Promise.all(Array.from({ length: KEYS }, () => accounts.mint()))
const admittedOf = ({ id }: MintedKey) => admitted.get(id) ?? 0

/** Sends requests with all keys to all gateways, round-robin. `stop` continues until each gateway has refused each key, then
 * returns the distinct statuses; 0 stands for a broken connection to a gateway that should run. */
function flood(keys: MintedKey[]): { stop(): Promise<number[]> } {
  const statuses = new Set<number>()
  const refused = new Set<string>()
  let sent = 0
  let isStopped = false
  const sendOne = async () => {
    const index = sent++
    const gateway = gateways[index % gateways.length]!
    const { id, apiKey } = keys[Math.floor(index / gateways.length) % keys.length]!
    try {
      const headers = { authorization: `Bearer ${apiKey}` }
      const { statusCode, body } = await request(`${gateway.url}/api/v1/jobs`, { headers })
      await body.dump()
      statuses.add(statusCode)
      if (statusCode === 429) {
        refused.add(`${id} at ${gateway.url}`)
        await sleep(REFUSED_PAUSE_MS)
      }
    } catch {
      // A killed gateway breaks its connections, and is no longer listed.
      if (gateways.includes(gateway)) statuses.add(0)
    }
  }
  const worker = async () => {
    while (!isStopped) await sendOne()
  }
  const workers = Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  return {
    async stop() {
      refused.clear()
      await eventually(
        'each gateway has refused each key',
        async () => refused.size >= keys.length * gateways.length,
      )
      isStopped = true
      await workers
      return [...statuses].sort()
    },
  }
}

/** Floods with new keys until that many requests of each key were admitted. */
async function floodUntil(count: number) {
  const keys = await newKeys()
  const flooding = flood(keys)
  const isReached = async () => keys.every((key) => admittedOf(key) >= count)
  await eventually(`${count} admitted of each key`, isReached, 20_000, 2)
  return { keys, flooding }
}

/** Prints the admitted requests per key and those decided without an owner, when TEST_DELAYS is set. */
async function report(what: string, keys: MintedKey[]): Promise<void> {
  if (process.env.TEST_DELAYS)
    console.log(what, keys.map(admittedOf), await metric('gateway_limiter_alone_total'))
}

/** Requests decided without the owner of their window. */
const decidedWithoutOwner = async () =>
  (await metric('gateway_limiter_alone_total')).reduce((sum, count) => sum + count, 0)

/** Floods until all requests are refused: the limit passes, within 1 % (D-17). On a busy machine an owner may miss its deadline
 * of 25 ms and more may pass, but each of those is counted in the metric. */
async function expectExact(during: () => Promise<void> = async () => {}): Promise<void> {
  const before = await decidedWithoutOwner()
  const { keys, flooding } = await floodUntil(LIMIT / 3)
  await during()
  expect(await flooding.stop()).toEqual([200, 429])
  const withoutOwner = (await decidedWithoutOwner()) - before
  await report('exact', keys)
  for (const key of keys) expect(admittedOf(key)).toBeGreaterThanOrEqual(LIMIT * 0.99)
  const total = keys.reduce((sum, key) => sum + admittedOf(key), 0)
  expect(total).toBeLessThanOrEqual(KEYS * LIMIT * 1.01 + withoutOwner)
}

/** At least the limit of one gateway less the lost responses, at most the limit of all gateways. */
function expectBounded(keys: MintedKey[], lost = 0): void {
  for (const key of keys) {
    expect(admittedOf(key)).toBeGreaterThanOrEqual(LIMIT - lost)
    expect(admittedOf(key)).toBeLessThanOrEqual(3 * LIMIT)
  }
}

test('a replica is killed during a flood: the others keep serving, never 5xx, at most limit × replicas, then exact', async () => {
  const { keys, flooding } = await floodUntil(LIMIT / 3)
  const [killed] = gateways as [Gateway]
  gateways = gateways.slice(1)
  killed.child.kill('SIGKILL')
  await haveMembers(2)
  expect(await flooding.stop()).toEqual([200, 429])
  await report('killed', keys)
  // Requests that were in flight in the killed gateway were admitted but did not reach the upstream.
  expectBounded(keys, IN_FLIGHT)
  await expectExact()
})

test('a replica joins during a flood: the limit passes, within 1 %, never 5xx', async () => {
  const [leaving] = gateways as [Gateway]
  gateways = gateways.slice(1)
  leaving.child.kill('SIGTERM')
  await leaving.exit
  await haveMembers(2)
  await expectExact(async () => {
    gateways = [...gateways, await startGateway()]
    await haveMembers(3)
  })
})

test('NATS is killed during a flood and comes back: never 5xx, at most limit × replicas, then exact', async () => {
  const { keys, flooding } = await floodUntil(LIMIT / 3)
  await nats.kill()
  await haveMembers(0)
  const { keys: keysAway, flooding: floodingAway } = await floodUntil(LIMIT)
  await nats.start()
  await haveMembers(3)
  for (const flooded of [flooding, floodingAway]) expect(await flooded.stop()).toEqual([200, 429])
  await report('NATS killed', keys)
  await report('NATS away', keysAway)
  expectBounded([...keys, ...keysAway])
  await expectExact()
})
