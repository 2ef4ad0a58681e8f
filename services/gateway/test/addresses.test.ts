// biome-ignore lint/plugin: clients pause between two requests
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Accounts, startAccounts } from './support/accounts.ts'
import { type FakeUpstream, sendJson, startFakeUpstream } from './support/fake-upstream.ts'
import { readMetric } from './support/metrics.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

// Replicas of one host name listen on one port of several loopback addresses.
const HOSTNAME = 'jobs.internal'
const CLIENTS = 12
const NEVER_MS = 600_000

let accounts: Accounts
beforeAll(async () => {
  accounts = await startAccounts('nats://127.0.0.1:9')
})
afterAll(() => accounts.stop())

let gateway: TestGateway
const replicas: FakeUpstream[] = []
/** What DNS returns; undefined while it is down. */
let addresses: string[] | undefined
let lookups = 0
afterEach(async () => {
  await gateway.stop()
  await Promise.all(replicas.splice(0).map((replica) => replica.stop()))
})

async function startReplica(host: string): Promise<FakeUpstream> {
  const port = replicas[0] ? Number(new URL(replicas[0].url).port) : 0
  const replica = await startFakeUpstream(undefined, { host, port })
  replica.respond = (_request, response) => sendJson(response, 200, { from: host })
  replicas.push(replica)
  return replica
}

async function startGatewayBefore(hosts: string[], intervalMs: number): Promise<void> {
  for (const host of hosts) await startReplica(host)
  addresses = hosts
  lookups = 0
  const resolve = async () => {
    lookups++
    if (!addresses) throw new Error('EAI_AGAIN')
    return addresses
  }
  const { port } = new URL(replicas[0]!.url)
  gateway = await startTestGateway({
    accounts,
    env: { JOBS_URL: `http://${HOSTNAME}:${port}` },
    dns: { resolve, intervalMs },
  })
  await usesReplicas(hosts.length)
}

const usesReplicas = (count: number) =>
  eventually('the gateway uses the replicas', async () => {
    const replicasInUse = await readMetric(gateway, 'gateway_upstream_replicas{service="jobs"}')
    return replicasInUse === count
  })

// Without an Idempotency-Key: never sent twice.
const post = async (key: string) => {
  const { status, body } = await gateway.api(key).post('/api/v1/jobs', {})
  return status === 200 ? (body.from as string) : status
}

/** Sends POSTs from many clients until the function ends. Returns what each responded. */
async function underLoad(during: () => Promise<void>): Promise<(string | number)[]> {
  const keys = await Promise.all(Array.from({ length: CLIENTS * 3 }, () => gateway.accounts.mint()))
  const results: (string | number)[] = []
  let isRunning = true
  let next = 0
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (isRunning) {
      results.push(await post(keys[next++ % keys.length]!.apiKey))
      await sleep(30)
    }
  })
  await during().finally(() => {
    isRunning = false
  })
  await Promise.all(clients)
  return results
}

test('every address of a host name gets requests, with the host name in Host', async () => {
  await startGatewayBefore(['127.0.0.1', '127.0.0.2'], 50)
  for (let call = 0; call < 10; call++) expect(await post(gateway.recruiter)).toMatch(/^127/)
  for (const { requests, url } of replicas) {
    expect(requests).toHaveLength(5)
    expect(requests[0]!.headers.host).toBe(`${HOSTNAME}:${new URL(url).port}`)
  }
})

test('200: an address leaves and another one comes under load; what was in flight is finished (P-223)', async () => {
  await startGatewayBefore(['127.0.0.1', '127.0.0.2'], 50)
  const [leaving] = replicas as [FakeUpstream, FakeUpstream]
  const held: (() => void)[] = []
  leaving.respond = (request, response) => {
    if (request.url!.endsWith('slow')) held.push(() => sendJson(response, 200, { from: 'slow' }))
    else sendJson(response, 200, { from: '127.0.0.1' })
  }
  const results = await underLoad(async () => {
    const slow = Array.from({ length: 2 }, () => gateway.api(gateway.recruiter).get('/api/v1/jobs?slow'))
    await eventually('a slow request is in flight', async () => held.length > 0)
    await eventually('both replicas serve', async () =>
      replicas.every(({ requests }) => requests.length > 10),
    )
    await startReplica('127.0.0.3')
    addresses = ['127.0.0.2', '127.0.0.3']
    const joined = replicas[2]!
    await eventually('the new replica serves', async () => joined.requests.length > 10)
    const served = leaving.requests.length
    await eventually('the others serve on', async () => joined.requests.length > 30)
    expect(leaving.requests.length).toBe(served)
    for (const respond of held) respond()
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200])
    await leaving.stop()
    await eventually('the others serve on', async () => joined.requests.length > 60)
  })
  expect(new Set(results)).toEqual(new Set(['127.0.0.1', '127.0.0.2', '127.0.0.3']))
})

test('200: while DNS fails the last addresses are used; afterwards it follows', async () => {
  await startGatewayBefore(['127.0.0.1', '127.0.0.2'], 50)
  addresses = undefined
  const before = lookups
  await eventually('DNS failed a few times', async () => lookups > before + 3)
  const from = new Set<string | number>()
  for (let call = 0; call < 6; call++) from.add(await post(gateway.recruiter))
  expect(from).toEqual(new Set(['127.0.0.1', '127.0.0.2']))
  addresses = ['127.0.0.2']
  await usesReplicas(1)
  expect(await post(gateway.recruiter)).toBe('127.0.0.2')
})

test('200: the only replica comes back under another address; a failed request resolves at once', async () => {
  await startGatewayBefore(['127.0.0.1'], NEVER_MS)
  expect(await post(gateway.recruiter)).toBe('127.0.0.1')
  await replicas[0]!.stop()
  await startReplica('127.0.0.2')
  addresses = ['127.0.0.2']
  await eventually('the new address is used', async () => (await post(gateway.recruiter)) === '127.0.0.2')
})

test('200: a replica that drains gets no more requests, and clients do not see why', async () => {
  await startGatewayBefore(['127.0.0.1', '127.0.0.2'], NEVER_MS)
  const [draining] = replicas as [FakeUpstream, FakeUpstream]
  draining.respond = (_request, response) => {
    response.setHeader('x-draining', '1')
    sendJson(response, 200, { from: 'draining' })
  }
  const responses = []
  for (let call = 0; call < 20; call++) {
    responses.push(await gateway.api(gateway.recruiter).post('/api/v1/jobs', {}))
  }
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(responses.some(({ headers }) => headers.has('x-draining'))).toBe(false)
  expect(draining.requests).toHaveLength(1)
})
