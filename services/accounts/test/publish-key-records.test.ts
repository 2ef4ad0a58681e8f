import { KEY_BUCKET, KEY_WATERMARK_SUBJECT } from '@jobboard/contracts/keys/internal'
import { hashOf } from '@jobboard/service/auth/api-key'
import { boot } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { Kvm } from '@nats-io/kv'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openKeyBucket } from '../src/key-feed/peers.ts'
import { service } from '../src/service.ts'
import { bootPublishedKeys, type PublishedKeys, signer } from './support/published-keys.ts'

let keys: PublishedKeys
beforeAll(async () => {
  keys = await bootPublishedKeys()
})
afterAll(() => keys?.stop())

test('every change of a key of either kind reaches the bucket as the record that a look-up returns (D-16)', async () => {
  const { accounts, employerId, candidateId, published, revoke } = keys
  const pending = await accounts.mint(employerId, { scopes: ['CvSearch'], expiresAt: accounts.timeIn(9e7) })
  expect(await published(pending.apiKey, 1)).toEqual(await accounts.findRecord(pending.apiKey))
  await accounts.admin.post(`/admin/v1/api-keys/${pending.id}/approve`)
  expect(await published(pending.apiKey, 2)).toMatchObject({ status: 'Active' })
  await revoke(pending.id)
  expect(await published(pending.apiKey, 3)).toMatchObject({ status: 'Revoked' })
  const candidateKey = await accounts.mintForCandidate(candidateId)
  expect(await published(candidateKey.apiKey, 1)).toEqual(await accounts.findRecord(candidateKey.apiKey))
  const { body } = await accounts.admin.post(`/admin/v1/api-keys/${candidateKey.id}/rotate`, {})
  expect(await published(candidateKey.apiKey, 2)).toMatchObject({ status: 'Revoked' })
  expect(await published(body.apiKey, 1)).toMatchObject({ status: 'Active', candidateId })
  await keys.allPublished()
})

test('201, 204: keys are minted and revoked while NATS is down, and published when it is back', async () => {
  const { nats, accounts, employerId, published, revoke, countUnpublished } = keys
  const old = await accounts.mint(employerId)
  await published(old.apiKey, 1)
  await nats.stopServer()
  await revoke(old.id)
  const minted = await accounts.mint(employerId)
  expect((await accounts.findRecord(old.apiKey)).status).toBe('Revoked')
  expect(await countUnpublished()).toBe(2)
  await nats.start()
  await published(old.apiKey, 2)
  await published(minted.apiKey, 1)
})

test('after NATS has lost its store every key is published again', async () => {
  const { nats, accounts, employerId, candidateId, published } = keys
  const all = [await accounts.mint(employerId), await accounts.mintForCandidate(candidateId)]
  await Promise.all(all.map((key) => published(key.apiKey, 1)))
  await keys.allPublished()
  await nats.stopServer()
  await nats.wipe()
  await nats.start()
  await Promise.all(all.map((key) => published(key.apiKey, 1)))
})

test('several replicas and concurrent changes: the bucket ends with the newest version of each key', async () => {
  const { nats, accounts, employerId, published } = keys
  const { databaseUrl } = accounts
  const replicas = await Promise.all([1, 2].map(() => boot(service, { natsUrl: nats.url, databaseUrl })))
  try {
    const all = await Promise.all(
      Array.from({ length: 30 }, () => accounts.mint(employerId, { scopes: ['CvSearch'] })),
    )
    const [one, two] = replicas.map((replica) => replica.as({ kind: 'admin', actor: 'olga' }))
    await Promise.all(
      all.map(async ({ id }) => {
        await one!.post(`/admin/v1/api-keys/${id}/approve`)
        await two!.delete(`/admin/v1/api-keys/${id}`)
      }),
    )
    await Promise.all(all.map((key) => published(key.apiKey, 3)))
    await keys.allPublished()
    for (const key of all)
      expect(await accounts.bucketRecord(key.apiKey)).toMatchObject({ status: 'Revoked', version: 3 })
  } finally {
    await Promise.all(replicas.map((replica) => replica.stop()))
  }
})

test('concurrent puts of one key in any order leave the newest version', async () => {
  const { accounts, employerId, published } = keys
  const kv = await new Kvm(accounts.deps.bus.js).open(KEY_BUCKET)
  const bucket = await openKeyBucket(accounts.deps.bus, signer)
  const key = await accounts.mint(employerId)
  const record = await published(key.apiKey, 1)
  for (let round = 0; round < 10; round++) {
    const hash = hashOf(`concurrent puts ${round}`)
    const versions = [4, 2, 5, 1, 3].map((version) => ({ ...record, version }))
    await Promise.all(versions.map((version) => bucket.put(hash, version)))
    expect((await kv.get(hash))!.json()).toMatchObject({ version: 5 })
  }
})

test('a revocation is published although no process is left that knows of its commit (D-16)', async () => {
  const { accounts, employerId, published } = keys
  const key = await accounts.mint(employerId)
  await published(key.apiKey, 1)
  await accounts.deps.db.sql`
    update recruiter_key set status = 'Revoked', revoked_at = now(), version = 2, kv_published_version = -1
    where id = ${key.id}`
  expect(await published(key.apiKey, 2)).toMatchObject({ status: 'Revoked' })
})

test('every announcement is later than the one before, also while the wall clock stands still', async () => {
  const { accounts, employerId } = keys
  const wallMs = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(wallMs)
  const times: number[] = []
  const subscription = accounts.deps.bus.nc.subscribe(KEY_WATERMARK_SUBJECT, {
    callback: (_error, message) => void times.push(signer.readWatermark(message.string())!.atMs),
  })
  try {
    // A commit that is published before the pause ends it at once, so that two follow each other.
    await accounts.mint(employerId)
    await eventually('four announcements', async () => times.length >= 4)
  } finally {
    clock.mockRestore()
    subscription.unsubscribe()
  }
  expect(times.filter((atMs, i) => i > 0 && atMs <= times[i - 1]!)).toEqual([])
})

test('the use of a key is not published', async () => {
  const { accounts, employerId, published, countUnpublished } = keys
  const key = await accounts.mint(employerId)
  await published(key.apiKey, 1)
  await keys.allPublished()
  const uses = [{ kind: 'recruiter', keyId: key.id, usedAtMs: Date.now() }]
  await accounts.internal.post('/internal/v1/key-uses', { uses })
  expect(await countUnpublished()).toBe(0)
})
