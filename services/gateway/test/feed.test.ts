import { KEY_BUCKET, type KeyRecord } from '@jobboard/contracts/keys/internal'
import { openBus } from '@jobboard/events/nats/bus'
import { hashOf } from '@jobboard/service/auth/api-key'
import { openKeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import { openLog } from '@jobboard/service/lifecycle/log'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { type CuttableProxy, openCuttableProxy } from '@jobboard/testkit/cuttable-proxy'
import { eventually } from '@jobboard/testkit/eventually'
import { openNats } from '@jobboard/testkit/infra'
import { type KV, Kvm } from '@nats-io/kv'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readMetric } from './support/metrics.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let nats: Awaited<ReturnType<typeof openNats>>
let accountsNats: CuttableProxy
let gateway: TestGateway
let bus: ReturnType<typeof openBus>

beforeAll(async () => {
  nats = await openNats()
  accountsNats = await openCuttableProxy(nats.url)
  // Accounts cannot create the bucket before the gateway runs.
  accountsNats.cut()
  gateway = await startTestGateway({ natsUrl: nats.url, accountsNatsUrl: accountsNats.url })
  bus = openBus({ url: nats.url, name: 'test', log: openLog('test', 'silent') })
  await bus.ready()
})
afterAll(async () => {
  await gateway.stop()
  await accountsNats.stop()
  await bus.close()
  await nats.stop()
})
afterEach(() => accountsNats.restore())

const statusOf = async (key: string, path: string) => (await gateway.api(key).get(path)).status
const status = (key: string) => statusOf(key, '/api/v1/jobs')
const lookupsOf = (key: string) => gateway.upstream.lookedUp.filter((hash) => hash === hashOf(key)).length
const isSynced = async () => (await readMetric(gateway, 'gateway_key_feed_fresh')) === 1
const bucket = (): Promise<KV> => new Kvm(bus.js).open(KEY_BUCKET)

/** Mints a recruiter key and returns it with its record in the bucket. */
async function mintPublished(): Promise<{ id: number; apiKey: string; record: KeyRecord }> {
  const minted = await gateway.accounts.mint()
  const record = await eventually('the record is in the bucket', async () => {
    const entry = await (await bucket()).get(hashOf(minted.apiKey)).catch(() => null)
    if (!entry) return undefined
    const { signature: _, ...record } = entry.json<KeyRecord & { signature: string }>()
    return record
  })
  return { ...minted, record }
}

test('200: a bucket created after the gateway started is followed', async () => {
  expect(await isSynced()).toBe(false)
  accountsNats.restore()
  await eventually('the feed is synced', isSynced)
  const { apiKey } = await mintPublished()
  expect(await status(apiKey)).toBe(200)
})

test('401: a revocation takes effect although accounts cannot write it into the bucket (D-16)', async () => {
  const { id, apiKey } = await mintPublished()
  await eventually('the feed is synced', isSynced)
  expect(await status(apiKey)).toBe(200)
  accountsNats.cut()
  await gateway.accounts.revoke(id)
  await eventually('the key is refused', async () => (await status(apiKey)) === 401)
  expect(lookupsOf(apiKey)).toBeGreaterThan(0)
  expect((await (await bucket()).get(hashOf(apiKey)))?.json()).toMatchObject({ status: 'Active' })
})

test('401: a revocation takes effect although the bucket was deleted and created again (D-16)', async () => {
  const { id, apiKey } = await mintPublished()
  await eventually('the feed is synced', isSynced)
  await bus.jsm.streams.delete(`KV_${KEY_BUCKET}`)
  // No message is read here: nats-server 2.9 crashes when that coincides with creating the stream.
  await eventually('the bucket is filled again', async () => {
    const info = await bus.jsm.streams.info(`KV_${KEY_BUCKET}`).catch(() => undefined)
    return (info?.state.messages ?? 0) > 3
  })
  await gateway.accounts.revoke(id)
  await eventually('the key is refused', async () => (await status(apiKey)) === 401)
  await eventually('the feed is synced', isSynced)
  const later = await mintPublished()
  await eventually(
    'the feed brings new keys',
    async () => (await isSynced()) && (await status(later.apiKey)) === 200,
  )
})

const signer = openKeyFeedSigner(TEST_CALLER_SECRET)
const createdAt = async () => (await bus.jsm.streams.info(`KV_${KEY_BUCKET}`)).created

const invalid: [string, (good: KeyRecord, hash: string, created: string) => string | Uint8Array][] = [
  ['not signed', (good) => JSON.stringify({ ...good, version: 9 })],
  [
    'signed for another hash',
    (good, _hash, created) => signer.signRecord(created, '0'.repeat(64), { ...good, version: 9 }),
  ],
  [
    'signed with another secret',
    (good, hash, created) =>
      openKeyFeedSigner('x'.repeat(40)).signRecord(created, hash, { ...good, version: 9 }),
  ],
  [
    'signed for another bucket',
    (good, hash) => signer.signRecord('2020-01-01T00:00:00Z', hash, { ...good, version: 9 }),
  ],
  ['empty', () => ''],
  ['not JSON', () => '{"id":'],
  ['not UTF-8', () => Uint8Array.from([0xff, 0xfe, 0, 1])],
  ['an array', () => '[]'],
  ['null', () => 'null'],
  ['of an unknown status', (good) => JSON.stringify({ ...good, status: 'Golden', version: 9 })],
  ['of an unknown kind', (good) => JSON.stringify({ ...good, kind: 'admin', version: 9 })],
  ['without an owner', (good) => JSON.stringify({ ...good, employerId: null, version: 9 })],
  [
    'with an owner of the other kind only',
    (good) => JSON.stringify({ ...good, kind: 'candidate', version: 9 }),
  ],
  ['with an invalid id', (good) => JSON.stringify({ ...good, id: 0, version: 9 })],
  ['with an invalid version', (good) => JSON.stringify({ ...good, version: '9' })],
  ['with a huge name', (good) => JSON.stringify({ ...good, name: 'x'.repeat(900_000), version: 9 })],
  ['deeply nested', () => '['.repeat(8_000)],
]

test('200: a record that is invalid is dropped, and the key looked up in accounts', async () => {
  const created = await createdAt()
  const kv = await bucket()
  // One after the other would wait for the feed 17 times.
  await Promise.all(
    invalid.map(async ([what, invalidate]) => {
      const { apiKey, record } = await mintPublished()
      await eventually('the feed is synced', isSynced)
      const before = lookupsOf(apiKey)
      const hash = hashOf(apiKey)
      await kv.put(hash, invalidate(record, hash, created))
      await eventually(
        `the key is looked up: ${what}`,
        async () => {
          const current = await status(apiKey)
          // 503 when accounts takes longer than a look-up may.
          expect([200, 503], what).toContain(current)
          return current === 200 && lookupsOf(apiKey) > before
        },
        45_000,
        // The limit is 100 requests a minute and key.
        500,
      )
    }),
  )
  await eventually('the feed is synced', isSynced)
})

test('401: a candidate record under the hash of a recruiter key authenticates nobody', async () => {
  const { apiKey, record } = await mintPublished()
  const candidateRecord = {
    ...record,
    kind: 'candidate',
    employerId: null,
    candidateId: 70,
    scopes: ['Profile'],
    version: 9,
  }
  const hash = hashOf(apiKey)
  await (await bucket()).put(hash, signer.signRecord(await createdAt(), hash, candidateRecord as KeyRecord))
  await eventually('the record has arrived', async () => (await status(apiKey)) === 401)
  expect(await statusOf(apiKey, '/api/v1/me/profile')).toBe(401)
})

test('entries whose name is no hash are ignored', async () => {
  const { apiKey: first, record } = await mintPublished()
  expect(await status(first)).toBe(200)
  const cachedKeys = () => readMetric(gateway, 'gateway_keys{state="known"}')
  await eventually('the feed is synced', isSynced)
  const before = await cachedKeys()
  for (const name of ['recruiter', 'F'.repeat(64), '0'.repeat(63)]) {
    await (await bucket()).put(name, JSON.stringify(record))
  }
  const { apiKey } = await mintPublished()
  await eventually('the key is accepted', async () => (await status(apiKey)) === 200)
  expect(await cachedKeys()).toBe(before + 1)
})
