import { KEY_BUCKET } from '@jobboard/contracts/internal/keys'
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
import { startWorld, type World } from './support/fake-upstream.ts'
import { ADMIN_TOKEN } from './support/setup.ts'

// Of a limit of 100 in a minute a key may be asked for in vain that often: every 100 ms for 5 s.
const PAUSE_MS = 100
const BOUND_MS = 5_000
const OTHERS = 300

let nats: ControllableNats
let accounts: Booted
let world: World
let gateway: RunningGateway
let operator: Client
let employerId: number
beforeAll(async () => {
  nats = await openControllableNats()
  accounts = await bootNamed('accounts', { natsUrl: nats.url })
  world = await startWorld(accounts.url)
  const peers = Object.fromEntries(upstreamNames.map((name) => [`${name.toUpperCase()}_URL`, world.url]))
  const env = { ...peers, ADMIN_PORT: '0', ADMIN_TOKEN, TEST_CLOCK: 'false' }
  gateway = await startGateway(readEnv(gatewayEnv, testEnv('', nats.url, env)))
  operator = accounts.as({ kind: 'admin', actor: 'test' })
  const employer = await operator.post('/admin/v1/employers', { name: 'Hall', isTrustedPartner: true })
  employerId = employer.body.id
  for (let other = 0; other < OTHERS; other++) await mint()
})
afterAll(async () => {
  await gateway.stop()
  await accounts.stop()
  await world.stop()
  await nats.stop()
})

interface Minted {
  id: number
  apiKey: string
}
async function mint(): Promise<Minted> {
  const body = { name: 'a key', scopes: ['JobPosting'] }
  return (await operator.post(`/admin/v1/employers/${employerId}/api-keys`, body)).body
}
const revoke = ({ id }: Minted) => operator.delete(`/admin/v1/api-keys/${id}`)
const statusOf = async ({ apiKey }: Minted) =>
  (await client(gateway.url, { authorization: `Bearer ${apiKey}` }).get('/api/v1/jobs')).status
const refused = (key: Minted) =>
  eventually('the revoked key is refused', async () => (await statusOf(key)) === 401, BOUND_MS, PAUSE_MS)

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  return Number(text.split(`\n${name} `)[1]!.split('\n')[0])
}
const followed = () =>
  eventually('keys are followed', async () => (await metric('gateway_key_feed_fresh')) === 1)

/** How many keys the bucket holds; 0 when there is none. */
async function published(): Promise<number> {
  try {
    return (await (await new Kvm(accounts.deps.bus.js).open(KEY_BUCKET)).status()).values
  } catch {
    return 0
  }
}

test('NATS is lost with its store: keys are served and refused as before, and all are published again (D-16)', async () => {
  const keys = await Promise.all(Array.from({ length: 6 }, mint))
  const [before, away, empty, after] = keys as [Minted, Minted, Minted, Minted]
  await eventually('all are published', async () => (await published()) === OTHERS + keys.length)
  await followed()
  for (const key of keys) expect(await statusOf(key)).toBe(200)
  await revoke(before)
  await refused(before)

  await nats.stopServer()
  await nats.wipe()
  for (const key of keys.slice(1)) expect(await statusOf(key)).toBe(200)
  expect(await statusOf(before)).toBe(401)
  await revoke(away)
  await refused(away)

  await nats.start()
  await revoke(empty)
  await refused(empty)
  for (const key of keys.slice(3)) expect(await statusOf(key)).toBe(200)
  await eventually('all are published again', async () => (await published()) === OTHERS + keys.length)
  await followed()
  for (const key of [before, away, empty]) expect(await statusOf(key)).toBe(401)
  await revoke(after)
  await refused(after)
  for (const key of keys.slice(4)) expect(await statusOf(key)).toBe(200)
})

test('a bucket that is deleted under living connections: a revocation after it is known (D-16)', async () => {
  const keys = await Promise.all(Array.from({ length: 3 }, mint))
  const total = (await eventually('some', published)) as number
  await followed()
  for (const key of keys) expect(await statusOf(key)).toBe(200)
  await accounts.deps.bus.jsm.streams.delete(`KV_${KEY_BUCKET}`)
  await revoke(keys[0]!)
  await refused(keys[0]!)
  await eventually('all are published again', async () => (await published()) >= total)
  await revoke(keys[1]!)
  await refused(keys[1]!)
  expect(await statusOf(keys[2]!)).toBe(200)
})
