import { KEY_BUCKET } from '@jobboard/contracts/keys/internal'
import { readEnv } from '@jobboard/service/lifecycle/env'
import { type Booted, testEnv } from '@jobboard/testkit/boot'
import { type Client, client } from '@jobboard/testkit/client'
import { type ControllableNats, openControllableNats } from '@jobboard/testkit/controllable-nats'
import { eventually } from '@jobboard/testkit/eventually'
import { bootNamed } from '@jobboard/testkit/network'
import { Kvm } from '@nats-io/kv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayEnv, upstreamNames } from '../src/env.ts'
import { type RunningGateway, startGateway } from '../src/gateway.ts'
import type { MintedKey } from './support/accounts.ts'
import { type FakeUpstream, startFakeUpstream } from './support/fake-upstream.ts'
import { readMetric } from './support/metrics.ts'
import { ADMIN_TOKEN } from './support/setup.ts'

// At most 50 attempts: the limit is 100 requests a minute and key.
const RETRY_MS = 100
const MAX_DELAY_MS = 5_000
const OTHER_KEYS = 300

let nats: ControllableNats
let accounts: Booted
let upstream: FakeUpstream
let gateway: RunningGateway
let operator: Client
let employerId: number
beforeAll(async () => {
  nats = await openControllableNats()
  accounts = await bootNamed('accounts', { natsUrl: nats.url })
  upstream = await startFakeUpstream(accounts.url)
  const peers = Object.fromEntries(upstreamNames.map((name) => [`${name.toUpperCase()}_URL`, upstream.url]))
  const env = { ...peers, ADMIN_PORT: '0', ADMIN_TOKEN, TEST_CLOCK: 'false' }
  gateway = await startGateway(readEnv(gatewayEnv, testEnv('', nats.url, env)))
  operator = accounts.as({ kind: 'admin', actor: 'test' })
  const employer = await operator.post('/admin/v1/employers', { name: 'Hall', isTrustedPartner: true })
  employerId = employer.body.id
  await Promise.all(Array.from({ length: OTHER_KEYS }, mint))
})
afterAll(async () => {
  await gateway.stop()
  await accounts.stop()
  await upstream.stop()
  await nats.stop()
})

async function mint(): Promise<MintedKey> {
  const body = { name: 'a key', scopes: ['JobPosting'] }
  return (await operator.post(`/admin/v1/employers/${employerId}/api-keys`, body)).body
}
const revoke = ({ id }: MintedKey) => operator.delete(`/admin/v1/api-keys/${id}`)
const statusOf = async ({ apiKey }: MintedKey) =>
  (await client(gateway.url, { authorization: `Bearer ${apiKey}` }).get('/api/v1/jobs')).status
const expectRefused = (key: MintedKey) =>
  eventually('the revoked key is refused', async () => (await statusOf(key)) === 401, MAX_DELAY_MS, RETRY_MS)

const synced = () =>
  eventually('the feed is synced', async () => (await readMetric(gateway, 'gateway_key_feed_fresh')) === 1)

/** The number of keys in the bucket; 0 without a bucket. */
async function publishedKeys(): Promise<number> {
  try {
    return (await (await new Kvm(accounts.deps.bus.js).open(KEY_BUCKET)).status()).values
  } catch {
    return 0
  }
}

test('NATS loses its store: keys are accepted and refused as before, and all are published again (D-16)', async () => {
  const keys = await Promise.all(Array.from({ length: 6 }, mint))
  const [before, away, empty, after] = keys as [MintedKey, MintedKey, MintedKey, MintedKey]
  await eventually('all keys are published', async () => (await publishedKeys()) === OTHER_KEYS + keys.length)
  await synced()
  for (const key of keys) expect(await statusOf(key)).toBe(200)
  await revoke(before)
  await expectRefused(before)

  await nats.stopServer()
  await nats.wipe()
  for (const key of keys.slice(1)) expect(await statusOf(key)).toBe(200)
  expect(await statusOf(before)).toBe(401)
  await revoke(away)
  await expectRefused(away)

  await nats.start()
  await revoke(empty)
  await expectRefused(empty)
  for (const key of keys.slice(3)) expect(await statusOf(key)).toBe(200)
  await eventually(
    'all keys are published again',
    async () => (await publishedKeys()) === OTHER_KEYS + keys.length,
  )
  await synced()
  for (const key of [before, away, empty]) expect(await statusOf(key)).toBe(401)
  await revoke(after)
  await expectRefused(after)
  for (const key of keys.slice(4)) expect(await statusOf(key)).toBe(200)
})

test('401: a revocation takes effect after the bucket was deleted under open connections (D-16)', async () => {
  const keys = await Promise.all(Array.from({ length: 3 }, mint))
  const total = (await eventually('some keys are published', publishedKeys)) as number
  await synced()
  for (const key of keys) expect(await statusOf(key)).toBe(200)
  await accounts.deps.bus.jsm.streams.delete(`KV_${KEY_BUCKET}`)
  await revoke(keys[0]!)
  await expectRefused(keys[0]!)
  await eventually('all keys are published again', async () => (await publishedKeys()) >= total)
  await revoke(keys[1]!)
  await expectRefused(keys[1]!)
  expect(await statusOf(keys[2]!)).toBe(200)
})
