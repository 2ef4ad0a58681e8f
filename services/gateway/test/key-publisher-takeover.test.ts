import type { ChildProcess } from 'node:child_process'
import { KEY_WATERMARK_SUBJECT } from '@jobboard/contracts/keys/internal'
import { openBus } from '@jobboard/events/nats/bus'
import { CALLER_HEADER, signCaller } from '@jobboard/service/auth/caller'
import { readEnv } from '@jobboard/service/lifecycle/env'
import { TEST_CALLER_SECRET, testEnv } from '@jobboard/testkit/boot'
import { type Client, client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { openNats } from '@jobboard/testkit/infra'
import { openDatabaseOf } from '@jobboard/testkit/network'
import { startServiceProcess, urlOf } from '@jobboard/testkit/service-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayEnv, upstreamNames } from '../src/env.ts'
import { type RunningGateway, startGateway } from '../src/gateway.ts'
import type { MintedKey } from './support/accounts.ts'
import { type FakeUpstream, startFakeUpstream } from './support/fake-upstream.ts'
import { readMetric } from './support/metrics.ts'
import { ADMIN_TOKEN } from './support/setup.ts'

// At most 100 requests a minute and key.
const RETRY_MS = 500
const NO_ACCOUNTS = 'http://127.0.0.1:9'

let nats: Awaited<ReturnType<typeof openNats>>
let database: Awaited<ReturnType<typeof openDatabaseOf>>
let leader: ChildProcess
let standby: ChildProcess
let standbyUrl: string
let upstream: FakeUpstream
let gateway: RunningGateway
let employerId: number

beforeAll(async () => {
  nats = await openNats()
  database = await openDatabaseOf('accounts')
  leader = startAccounts()
  const leaderUrl = await urlOf(leader)
  await firstAnnouncement()
  standby = startAccounts()
  standbyUrl = await urlOf(standby)
  // The gateway can look up no key: it accepts those that the key feed brings.
  upstream = await startFakeUpstream(NO_ACCOUNTS)
  const peers = Object.fromEntries(upstreamNames.map((name) => [`${name.toUpperCase()}_URL`, upstream.url]))
  const env = { ...peers, ADMIN_PORT: '0', ADMIN_TOKEN, TEST_CLOCK: 'false' }
  gateway = await startGateway(readEnv(gatewayEnv, testEnv('', nats.url, env)))
  const employer = await operator(leaderUrl).post('/admin/v1/employers', {
    name: 'Hall',
    isTrustedPartner: true,
  })
  employerId = employer.body.id
}, 120_000)
afterAll(async () => {
  leader?.kill('SIGKILL')
  standby?.kill('SIGKILL')
  await gateway?.stop()
  await upstream?.stop()
  await nats?.stop()
  await database?.drop()
})

test('the replica that publishes key records is killed: keys minted and revoked meanwhile reach the gateway', async () => {
  const kept = await mint()
  const revoked = await mint()
  await expectStatus(kept, 200)
  await expectStatus(revoked, 200)

  leader.kill('SIGKILL')
  const minted = await mint()
  expect((await operator(standbyUrl).delete(`/admin/v1/api-keys/${revoked.id}`)).status).toBe(204)

  await expectStatus(minted, 200)
  await expectStatus(revoked, 401)
  expect(await statusOf(kept)).toBe(200)
  await eventually('the key feed is synced', async () => {
    return (await readMetric(gateway, 'gateway_key_feed_fresh')) === 1
  })
}, 120_000)

function startAccounts(): ChildProcess {
  return startServiceProcess(
    'accounts',
    { databaseUrl: database.url, natsUrl: nats.url },
    { TEST_CLOCK: 'false' },
  )
}

/** Resolves when a replica publishes, so that the one that starts next is the standby. */
async function firstAnnouncement(): Promise<void> {
  const bus = openBus({ url: nats.url, name: 'test', log: { info() {}, warn() {}, error() {} } })
  await new Promise<void>((resolve) => {
    bus.onConnect((nc) => void nc.subscribe(KEY_WATERMARK_SUBJECT, { max: 1, callback: () => resolve() }))
  })
  await bus.close()
}

function operator(url: string): Client {
  return client(url, () => ({
    [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, { kind: 'admin', actor: 'test' }),
  }))
}

async function mint(): Promise<MintedKey> {
  const body = { name: 'a key', scopes: ['JobPosting'] }
  const { status, body: minted } = await operator(standbyUrl).post(
    `/admin/v1/employers/${employerId}/api-keys`,
    body,
  )
  expect(status).toBe(201)
  return minted
}

const statusOf = async ({ apiKey }: MintedKey) =>
  (await client(gateway.url, { authorization: `Bearer ${apiKey}` }).get('/api/v1/jobs')).status
const expectStatus = (key: MintedKey, status: number) =>
  eventually(`${status} for the key`, async () => (await statusOf(key)) === status, 45_000, RETRY_MS)
