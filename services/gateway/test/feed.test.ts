import { KEY_BUCKET, type KeyRecord } from '@jobboard/contracts/internal/keys'
import { openBus } from '@jobboard/events/bus'
import { hashOf, mintKey } from '@jobboard/service/api-key'
import { openLog } from '@jobboard/service/log'
import { eventually } from '@jobboard/testkit/eventually'
import { openNats } from '@jobboard/testkit/infra'
import { Kvm } from '@nats-io/kv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Arena, keyRecord, startArena } from './setup.ts'

let nats: Awaited<ReturnType<typeof openNats>>
let arena: Arena
let put: (key: string, record: KeyRecord) => Promise<unknown>
let bus: ReturnType<typeof openBus>

beforeAll(async () => {
  nats = await openNats()
  arena = await startArena({ natsUrl: nats.url })
  bus = openBus({ url: nats.url, name: 'test', log: openLog('test', 'silent') })
  await bus.ready()
  const bucket = await new Kvm(bus.js).create(KEY_BUCKET, { history: 1 })
  put = (key, record) => bucket.put(hashOf(key), JSON.stringify(record))
})
afterAll(async () => {
  await arena.stop()
  await bus.close()
  await nats.stop()
})

const status = async (key: string) => (await arena.api(key).get('/api/v1/jobs')).status
const asks = (key: string) => arena.world.asked.filter((hash) => hash === hashOf(key)).length

test('a bucket that is made after the gateway started is followed; a revocation is known without a question (D-16)', async () => {
  const key = mintKey('recruiter')
  await put(key, keyRecord({ id: 900 }))
  // Accounts does not know this key: only the feed can have brought it.
  await eventually('the key is known', async () => (await status(key)) === 200)
  await put(key, keyRecord({ id: 900, version: 2, status: 'Revoked' }))
  await eventually('the key is refused', async () => (await status(key)) === 401)
})

test('a record that breaks its contract is not believed: accounts is asked', async () => {
  const { apiKey: key } = await arena.accounts.mint()
  await put(key, { ...keyRecord({ id: 901 }), status: 'Golden' } as unknown as KeyRecord)
  expect(await status(key)).toBe(200)
  expect(asks(key)).toBe(1)
})

test('while NATS is away accounts confirms the keys, so that a revocation counts; when it is back the feed does', async () => {
  const { id, apiKey: key } = await arena.accounts.mint()
  await put(key, keyRecord({ id }))
  await eventually('the key is known', async () => (await status(key)) === 200)
  expect(asks(key)).toBeLessThanOrEqual(1)
  process.kill(nats.pid!, 'SIGSTOP')
  try {
    await arena.accounts.revoke(id)
    await eventually('accounts is asked', async () => (await status(key)) === 401, 5_000)
  } finally {
    process.kill(nats.pid!, 'SIGCONT')
  }
  await put(key, keyRecord({ id, version: 1_000 }))
  await eventually('the key is good again', async () => (await status(key)) === 200)
})
