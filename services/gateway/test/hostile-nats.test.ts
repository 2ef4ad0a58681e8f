import { KEY_BUCKET, KEY_WATERMARK_SUBJECT, type KeyRecord } from '@jobboard/contracts/keys/internal'
import { type Bus, openBus } from '@jobboard/events/nats/bus'
import { hashOf, mintKey } from '@jobboard/service/auth/api-key'
import { readEnv } from '@jobboard/service/lifecycle/env'
import { openLog } from '@jobboard/service/lifecycle/log'
import { testEnv } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { type KV, Kvm } from '@nats-io/kv'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { gatewayEnv, upstreamNames } from '../src/env.ts'
import { type RunningGateway, startGateway } from '../src/gateway.ts'
import { type IsolatableGateway, startIsolatableGateway } from './support/isolatable-gateway.ts'
import { ADMIN_TOKEN } from './support/setup.ts'

// An attacker who has the NATS password, but not CALLER_SECRET.
let gateway: IsolatableGateway
let attacker: Bus
let bucket: KV
beforeAll(async () => {
  gateway = await startIsolatableGateway()
  attacker = openBus({ url: gateway.natsUrl, name: 'attacker', log: openLog('test', 'silent') })
  await attacker.ready()
  bucket = await new Kvm(attacker.js).open(KEY_BUCKET)
})
afterAll(async () => {
  await attacker.close()
  await gateway.stop()
})
beforeEach(() => gateway.restoreAll())

/** Starts another gateway on the same NATS and accounts. */
function startSecond(): Promise<RunningGateway> {
  const url = gateway.upstream.url
  const peers = Object.fromEntries(upstreamNames.map((name) => [`${name.toUpperCase()}_URL`, url]))
  const env = { ...peers, ADMIN_PORT: '0', ADMIN_TOKEN, TEST_CLOCK: 'false' }
  return startGateway(readEnv(gatewayEnv, testEnv('', gateway.natsUrl, env)))
}
const statusAt = async ({ url }: RunningGateway, key: string) =>
  (await client(url, { authorization: `Bearer ${key}` }).get('/api/v1/jobs')).status

/** The value of a key's entry, as an attacker records it. */
async function recordValue(apiKey: string): Promise<string> {
  const hash = hashOf(apiKey)
  return eventually('the record is in the bucket', async () => (await bucket.get(hash))?.string())
}

test('401: a key that only NATS has is no key, on a running gateway and on one that starts (P-61)', async () => {
  const { apiKey } = await gateway.mintFed()
  const { signature: _, ...record } = JSON.parse(await recordValue(apiKey)) as KeyRecord & {
    signature: string
  }
  const forged = [mintKey('recruiter'), mintKey('recruiter')]
  await bucket.put(hashOf(forged[0]!), JSON.stringify({ ...record, id: 999 }))
  // With the signature of another key.
  await bucket.put(hashOf(forged[1]!), await recordValue(apiKey))
  const rejected = () => gateway.metric('gateway_key_feed_rejected_total{what="record"}')
  await eventually('both are rejected', async () => (await rejected()) >= 2)
  const second = await startSecond()
  for (const key of forged) {
    expect(await gateway.status(key)).toBe(401)
    expect(await statusAt(second, key)).toBe(401)
  }
  await second.stop()
})

test('200: delete markers and junk while accounts is down end no key', async () => {
  const { apiKey } = await gateway.mintFed()
  expect(await gateway.status(apiKey)).toBe(200)
  gateway.isolateAccounts()
  await bucket.put(hashOf(apiKey), 'junk')
  await bucket.delete(hashOf(apiKey))
  await attacker.nc.flush()
  for (let times = 0; times < 5; times++) expect(await gateway.status(apiKey)).toBe(200)
})

test('200: a flood of delete markers causes one look-up per key and half second', async () => {
  const keys: string[] = []
  for (let count = 0; count < 5; count++) keys.push((await gateway.mintFed()).apiKey)
  for (let times = 0; times < 20; times++) {
    await Promise.all(keys.map((key) => bucket.delete(hashOf(key))))
    for (const key of keys) expect(await gateway.status(key)).toBe(200)
  }
  // The clock of the gateway stands still.
  for (const key of keys) expect(gateway.lookupsOf(key)).toBeLessThanOrEqual(1)
  await eventually('accounts has published them again', async () => {
    const entries = await Promise.all(keys.map((key) => bucket.get(hashOf(key))))
    return entries.every((entry) => entry?.operation === 'PUT')
  })
})

test('401: a record of before its revocation, written again, brings no key back', async () => {
  const { id, apiKey } = await gateway.mintFed()
  const before = await recordValue(apiKey)
  await gateway.accounts.revoke(id)
  await eventually('the key is refused', async () => (await gateway.status(apiKey)) === 401)
  // Accounts responds to look-ups, but cannot correct the bucket.
  await eventually('the revocation is in the bucket', async () => (await recordValue(apiKey)) !== before)
  gateway.cutAccountsFromNats()
  await bucket.delete(hashOf(apiKey))
  await bucket.put(hashOf(apiKey), before)
  const second = await startSecond()
  expect(await gateway.status(apiKey)).toBe(401)
  expect(await statusAt(second, apiKey)).toBe(401)
  gateway.cutAccounts()
  expect(await gateway.status(apiKey)).toBe(401)
  await second.stop()
  const third = await startSecond()
  expect(await statusAt(third, apiKey)).toBe(503)
  await third.stop()
  await gateway.restoreAll()
  await eventually('accounts has corrected it', async () => (await recordValue(apiKey)).includes('Revoked'))
})

test('503: recorded watermarks prove nothing during an outage of accounts', async () => {
  const { apiKey } = await gateway.mintFed()
  const recorded: string[] = []
  const subscription = attacker.nc.subscribe(KEY_WATERMARK_SUBJECT, {
    callback: (_error, message) => void recorded.push(message.string()),
  })
  await eventually('some watermarks', async () => recorded.length >= 3)
  gateway.isolateAccounts()
  subscription.unsubscribe()
  await gateway.metric('gateway_key_feed_fresh')
  gateway.passTime(900_000)
  const forged = JSON.stringify({ ...JSON.parse(recorded[0]!), atMs: Date.now() })
  for (const text of [...recorded, forged]) attacker.nc.publish(KEY_WATERMARK_SUBJECT, text)
  await attacker.nc.flush()
  await eventually(
    'they are rejected',
    async () => (await gateway.metric('gateway_key_feed_rejected_total{what="watermark"}')) > recorded.length,
  )
  expect(await gateway.metric('gateway_key_feed_fresh')).toBe(0)
  expect(await gateway.status(apiKey)).toBe(503)
})

test('200: a gateway that starts while accounts is down serves the keys of the bucket', async () => {
  const { apiKey } = await gateway.mintFed()
  // The watermark that accounts stores every 5 s.
  const stored = await new Kvm(attacker.js).open('api_key_watermark')
  const { revision } = (await bucket.get(hashOf(apiKey)))!
  await eventually(
    'the watermark of the key is stored',
    async () => ((await stored.get('watermark'))?.json<{ revision: number }>().revision ?? 0) >= revision,
    15_000,
  )
  gateway.isolateAccounts()
  const second = await startSecond()
  await eventually('the bucket is read', async () => (await statusAt(second, apiKey)) === 200)
  await second.stop()
})

test('200: no message on the subjects of the key feed stops a gateway or changes a key', async () => {
  const { apiKey } = await gateway.mintFed()
  const value = await recordValue(apiKey)
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom('', 'null', '[]', '{}', value, value.slice(0, -20), '['.repeat(5_000)),
    fc
      .record({ created: fc.anything(), revision: fc.double(), atMs: fc.double(), signature: fc.string() })
      .map((watermark) => JSON.stringify(watermark) ?? ''),
  )
  const subjects = [
    KEY_WATERMARK_SUBJECT,
    `$KV.${KEY_BUCKET}.${hashOf(apiKey)}`,
    `$KV.${KEY_BUCKET}.${'0'.repeat(64)}`,
    `$KV.${KEY_BUCKET}.a.b`,
  ]
  fc.assert(
    fc.property(fc.constantFrom(...subjects), text, (subject, message) =>
      attacker.nc.publish(subject, message),
    ),
    { numRuns: 300 },
  )
  await attacker.nc.flush()
  expect(await gateway.status(apiKey)).toBe(200)
  expect(await gateway.status(mintKey('recruiter'))).toBe(401)
  await eventually('accounts has corrected the bucket', async () => (await recordValue(apiKey)) === value)
  await gateway.synced()
  expect(await gateway.status(apiKey)).toBe(200)
})
