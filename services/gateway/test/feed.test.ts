import { KEY_BUCKET, type KeyRecord } from '@jobboard/contracts/internal/keys'
import { openBus } from '@jobboard/events/nats/bus'
import { hashOf } from '@jobboard/service/auth/api-key'
import { openLog } from '@jobboard/service/lifecycle/log'
import { eventually } from '@jobboard/testkit/eventually'
import { openNats } from '@jobboard/testkit/infra'
import { type KV, Kvm } from '@nats-io/kv'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Line, openLine } from './support/cuttable-proxy.ts'
import { type Arena, startArena } from './support/setup.ts'

let nats: Awaited<ReturnType<typeof openNats>>
let accountsLine: Line
let arena: Arena
let bus: ReturnType<typeof openBus>

beforeAll(async () => {
  nats = await openNats()
  accountsLine = await openLine(nats.url)
  // Accounts has no way to make the bucket before the gateway runs.
  accountsLine.cut()
  arena = await startArena({ natsUrl: nats.url, accountsNatsUrl: accountsLine.url })
  bus = openBus({ url: nats.url, name: 'test', log: openLog('test', 'silent') })
  await bus.ready()
})
afterAll(async () => {
  await arena.stop()
  await accountsLine.stop()
  await bus.close()
  await nats.stop()
})
afterEach(() => accountsLine.mend())

const statusOf = async (key: string, path: string) => (await arena.api(key).get(path)).status
const status = (key: string) => statusOf(key, '/api/v1/jobs')
const asks = (key: string) => arena.world.asked.filter((hash) => hash === hashOf(key)).length
const isFresh = async () =>
  /^gateway_key_feed_fresh 1$/m.test(await (await fetch(`${arena.adminUrl}/metrics`)).text())
const bucket = (): Promise<KV> => new Kvm(bus.js).open(KEY_BUCKET)

/** A new recruiter key and its record, when the bucket has it. */
async function told(): Promise<{ id: number; apiKey: string; record: KeyRecord }> {
  const minted = await arena.accounts.mint()
  const record = await eventually('the record is in the bucket', async () => {
    const entry = await (await bucket()).get(hashOf(minted.apiKey)).catch(() => null)
    return entry?.json<KeyRecord>()
  })
  return { ...minted, record }
}

test('a bucket that is made after the gateway started is followed', async () => {
  expect(await isFresh()).toBe(false)
  accountsLine.mend()
  await eventually('the feed is fresh', isFresh)
  const { apiKey } = await told()
  expect(await status(apiKey)).toBe(200)
})

test('a revocation counts although accounts cannot put it into the bucket (D-16)', async () => {
  const { id, apiKey } = await told()
  await eventually('the feed is fresh', isFresh)
  expect(await status(apiKey)).toBe(200)
  accountsLine.cut()
  await arena.accounts.revoke(id)
  await eventually('the key is refused', async () => (await status(apiKey)) === 401)
  expect(asks(apiKey)).toBeGreaterThan(0)
  expect((await (await bucket()).get(hashOf(apiKey)))?.json()).toMatchObject({ status: 'Active' })
})

test('a revocation counts although the bucket was thrown away and made anew under the gateway (D-16)', async () => {
  const { id, apiKey } = await told()
  await eventually('the feed is fresh', isFresh)
  await bus.jsm.streams.delete(`KV_${KEY_BUCKET}`)
  // Not asked for a message: a nats-server 2.9 ends when that meets the making of the stream.
  await eventually('the bucket is filled anew', async () => {
    const info = await bus.jsm.streams.info(`KV_${KEY_BUCKET}`).catch(() => undefined)
    return (info?.state.messages ?? 0) > 3
  })
  await arena.accounts.revoke(id)
  await eventually('the key is refused', async () => (await status(apiKey)) === 401)
  await eventually('the feed is fresh', isFresh)
  const later = await told()
  await eventually('the feed goes on', async () => (await isFresh()) && (await status(later.apiKey)) === 200)
})

const spoilt: [string, (good: KeyRecord) => string | Uint8Array][] = [
  ['nothing', () => ''],
  ['no JSON', () => '{"id":'],
  ['bytes', () => Uint8Array.from([0xff, 0xfe, 0, 1])],
  ['a list', () => '[]'],
  ['null', () => 'null'],
  ['an unknown status', (good) => JSON.stringify({ ...good, status: 'Golden', version: 9 })],
  ['an unknown kind', (good) => JSON.stringify({ ...good, kind: 'admin', version: 9 })],
  ['no owner', (good) => JSON.stringify({ ...good, employerId: null, version: 9 })],
  ['an owner of the other kind only', (good) => JSON.stringify({ ...good, kind: 'candidate', version: 9 })],
  ['an id that is none', (good) => JSON.stringify({ ...good, id: 0, version: 9 })],
  ['a version that is none', (good) => JSON.stringify({ ...good, version: '9' })],
  ['a huge name', (good) => JSON.stringify({ ...good, name: 'x'.repeat(900_000), version: 9 })],
  ['deep nesting', () => '['.repeat(8_000)],
]

test.each(spoilt)(
  '200: a record that is %s is not believed: accounts is asked, and nothing breaks',
  async (_what, spoil) => {
    const { apiKey, record } = await told()
    await eventually('the feed is fresh', isFresh)
    const before = asks(apiKey)
    await (await bucket()).put(hashOf(apiKey), spoil(record))
    await eventually('accounts is asked', async () => {
      expect(await status(apiKey)).toBe(200)
      return asks(apiKey) > before
    })
    await eventually('the feed is fresh', isFresh)
  },
)

test('401: the record of a candidate under the hash of a recruiter key opens nothing', async () => {
  const { apiKey, record } = await told()
  const other = {
    ...record,
    kind: 'candidate',
    employerId: null,
    candidateId: 70,
    scopes: ['Profile'],
    version: 9,
  }
  await (await bucket()).put(hashOf(apiKey), JSON.stringify(other))
  await eventually('the record has come', async () => (await status(apiKey)) === 401)
  expect(await statusOf(apiKey, '/api/v1/me/profile')).toBe(401)
})

test('what is under no hash is left alone', async () => {
  const { record } = await told()
  const known = async () =>
    /^gateway_keys\{state="known"\} (\d+)$/m.exec(await (await fetch(`${arena.adminUrl}/metrics`)).text())![1]
  await eventually('the feed is fresh', isFresh)
  const before = await known()
  for (const name of ['recruiter', 'F'.repeat(64), '0'.repeat(63)]) {
    await (await bucket()).put(name, JSON.stringify(record))
  }
  const { apiKey } = await told()
  await eventually('the key is let in', async () => (await status(apiKey)) === 200)
  expect(Number(await known())).toBe(Number(before) + 1)
})
