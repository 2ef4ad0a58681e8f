import { KEY_BUCKET } from '@jobboard/contracts/keys/internal'
import { hashOf } from '@jobboard/service/auth/api-key'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { type KV, Kvm } from '@nats-io/kv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MintedKey } from './support/accounts.ts'
import { readMetric } from './support/metrics.ts'

const DAY_S = 86_400

let net: Network
let bucket: KV
let employerId: number
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs'] })
  const employer = await net.admin.post('/admin/v1/employers', { name: 'Hall', isTrustedPartner: true })
  employerId = employer.body.id
  bucket = await eventually('the bucket exists', async () => {
    const opened = await new Kvm(net.services.accounts.deps.bus.js).open(KEY_BUCKET).catch(() => undefined)
    return opened && (await opened.status().catch(() => undefined)) ? opened : undefined
  })
})
afterAll(() => net.stop())

async function mint(more: Record<string, unknown> = {}): Promise<MintedKey> {
  const body = { name: 'a key', scopes: ['JobPosting'], ...more }
  const response = await net.admin.post(`/admin/v1/employers/${employerId}/api-keys`, body)
  expect(response.status).toBe(201)
  return response.body
}
const statusOf = async ({ apiKey }: MintedKey) => (await net.api(apiKey).get('/api/v1/jobs')).status
const cachedKeys = () => readMetric(net.gateway, 'gateway_keys{state="known"}')
const inBucket = async ({ apiKey }: MintedKey) => (await bucket.get(hashOf(apiKey))) !== null
const advance = async (seconds: number) =>
  expect((await net.admin.post('/admin/v1/clock/advance', { seconds })).status).toBe(200)

test('revoked and expired keys leave the gateway a day later and the bucket after 30 days, and are still 401', async () => {
  const now = net.services.accounts.deps.clock.now().getTime()
  const lasting = await mint()
  const revoked = await mint()
  const expired = await mint({ expiresAt: new Date(now + 3_600_000).toISOString() })
  const keys = [lasting, revoked, expired]
  await eventually('all are fed', async () => (await cachedKeys()) === keys.length)
  for (const key of keys) expect(await statusOf(key)).toBe(200)
  await net.admin.delete(`/admin/v1/api-keys/${revoked.id}`)
  await eventually('the key is refused', async () => (await statusOf(revoked)) === 401)

  await advance(DAY_S - 60)
  expect(await statusOf(expired)).toBe(401)
  for (const key of keys) expect(await inBucket(key)).toBe(true)
  expect(await cachedKeys()).toBe(keys.length)

  await advance(3_720)
  await eventually('the gateway has dropped them', async () => (await cachedKeys()) === 1)
  // A backup of before would make them work again, but for their records.
  for (const key of keys) expect(await inBucket(key)).toBe(true)

  await advance(29 * DAY_S)
  await eventually('the revoked key has left the bucket', async () => !(await inBucket(revoked)))
  await eventually('the expired key has left the bucket', async () => !(await inBucket(expired)))
  // Without a trace: the bucket does not grow with the number of keys that ever existed.
  expect((await bucket.status()).values).toBe(1)
  expect(await statusOf(revoked)).toBe(401)
  expect(await statusOf(expired)).toBe(401)
  expect(await statusOf(lasting)).toBe(200)
})
