import { setTimeout as sleep } from 'node:timers/promises'
import {
  KEY_BUCKET,
  KEY_WATERMARK_SUBJECT,
  KEY_WATERMARK_SUBJECT_BEFORE,
} from '@jobboard/contracts/internal/keys'
import { bootCandidates, type Candidates } from '@jobboard/network/candidates'
import { hashOf } from '@jobboard/service/auth/api-key'
import { openKeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import { boot, TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { type ControllableNats, openControllableNats } from '@jobboard/testkit/controllable-nats'
import { openDatabase } from '@jobboard/testkit/database'
import { eventually } from '@jobboard/testkit/eventually'
import { openNats } from '@jobboard/testkit/infra'
import { Kvm } from '@nats-io/kv'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openKeyBucket } from '../src/peers/key-bucket.ts'
import { service } from '../src/service.ts'
import { type Accounts, bootAccounts } from './support/boot-accounts.ts'

let nats: ControllableNats
let candidates: Candidates
let candidateId: number
let accounts: Accounts
let employerId: number
beforeAll(async () => {
  nats = await openControllableNats()
  candidates = await bootCandidates()
  candidateId = await candidates.create()
  accounts = await bootAccounts({ natsUrl: nats.url, env: { CANDIDATE_URL: candidates.url } })
  employerId = await accounts.newEmployer()
})
afterAll(async () => {
  await accounts.stop()
  await candidates.stop()
  await nats.stop()
})

const signer = openKeyFeedSigner(TEST_CALLER_SECRET)
const published = (apiKey: string, version: number) =>
  eventually(`version ${version} in the bucket`, async () => {
    const record = await accounts.bucketRecord(apiKey)
    return record?.version === version && record
  })
const revoke = (id: number) => accounts.admin.delete(`/admin/v1/api-keys/${id}`)
const approve = (id: number) => accounts.admin.post(`/admin/v1/api-keys/${id}/approve`)
const countUnpublished = async () =>
  (
    await accounts.deps.db.sql`
      select id from recruiter_key where kv_published_version < version
      union all select id from candidate_key where kv_published_version < version`
  ).length

test('every change of a key of either kind reaches the bucket as the record that a look-up returns (D-16)', async () => {
  const pending = await accounts.mint(employerId, { scopes: ['CvSearch'], expiresAt: accounts.timeIn(9e7) })
  expect(await published(pending.apiKey, 1)).toEqual(await accounts.findRecord(pending.apiKey))
  await approve(pending.id)
  expect(await published(pending.apiKey, 2)).toMatchObject({ status: 'Active' })
  await revoke(pending.id)
  expect(await published(pending.apiKey, 3)).toMatchObject({ status: 'Revoked' })
  const candidateKey = await accounts.mintForCandidate(candidateId)
  expect(await published(candidateKey.apiKey, 1)).toEqual(await accounts.findRecord(candidateKey.apiKey))
  const { body } = await accounts.admin.post(`/admin/v1/api-keys/${candidateKey.id}/rotate`, {})
  expect(await published(candidateKey.apiKey, 2)).toMatchObject({ status: 'Revoked' })
  expect(await published(body.apiKey, 1)).toMatchObject({ status: 'Active', candidateId })
  await eventually('every key is marked as published', async () => (await countUnpublished()) === 0)
})

test('201, 204: keys are minted and revoked while NATS is down, and published when it is back', async () => {
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
  const keys = [await accounts.mint(employerId), await accounts.mintForCandidate(candidateId)]
  await Promise.all(keys.map((key) => published(key.apiKey, 1)))
  await eventually('every key is marked as published', async () => (await countUnpublished()) === 0)
  await nats.stopServer()
  await nats.wipe()
  await nats.start()
  await Promise.all(keys.map((key) => published(key.apiKey, 1)))
})

test('a bucket that is deleted while connected is created and filled again', async () => {
  const key = await accounts.mint(employerId)
  await published(key.apiKey, 1)
  await accounts.deps.bus.jsm.streams.delete(`KV_${KEY_BUCKET}`)
  await published(key.apiKey, 1)
})

test('with another CALLER_SECRET every key is published again, signed with it', async () => {
  const [database, server] = await Promise.all([openDatabase(), openNats()])
  const settings = { databaseUrl: database.url, natsUrl: server.url }
  const before = await bootAccounts(settings)
  const { apiKey } = await before.mint(await before.newEmployer())
  await eventually('the record of the key', () => before.bucketRecord(apiKey))
  await before.stop()

  const CALLER_SECRET = 'another-secret-for-tests-0123456789abcdef'
  const after = await bootAccounts({ ...settings, env: { CALLER_SECRET } })
  await eventually('a record signed with the new secret', async () => {
    const bucket = await openKeyBucket(after.deps.bus, openKeyFeedSigner(CALLER_SECRET))
    return (await bucket.read(1, 10)).some(({ hash, record }) => hash === hashOf(apiKey) && record)
  })
  await after.stop()
  await Promise.all([database.drop(), server.stop()])
})

test('a revocation is published before the thousands of keys of a new bucket (D-16)', async () => {
  const key = await accounts.mint(employerId)
  await published(key.apiKey, 1)
  await nats.stopServer()
  await accounts.deps.db.sql`
    insert into recruiter_key
      (employer_id, name, scopes, hash, status, created_at, version, kv_published_version)
    select ${employerId}, 'K', '{JobPosting}', encode(sha256(number::text::bytea), 'hex'), 'Active',
      ${accounts.deps.clock.now()}, 1, 1
    from generate_series(1, 3000) number`
  await revoke(key.id)
  const minted = await accounts.mint(employerId)
  await nats.wipe()
  await nats.start()
  await Promise.all([published(key.apiKey, 2), published(minted.apiKey, 1)])
  await eventually('every key is marked as published', async () => (await countUnpublished()) === 0)
  const bucket = await new Kvm(accounts.deps.bus.js).open(KEY_BUCKET)
  expect((await bucket.status()).values).toBeGreaterThan(3_000)
  // Revisions of a new bucket count from 1. The first 20 puts hold both keys; retries of them add some more revisions.
  for (const { apiKey } of [key, minted])
    expect((await bucket.get(hashOf(apiKey)))!.revision).toBeLessThanOrEqual(100)
})

test('after NATS has lost its last messages a revocation is published again', async () => {
  const key = await accounts.mint(employerId)
  await published(key.apiKey, 1)
  await nats.stopServer()
  await nats.snapshot()
  await nats.start()
  await revoke(key.id)
  await published(key.apiKey, 2)
  await eventually('every key is marked as published', async () => (await countUnpublished()) === 0)
  await nats.stopServer()
  await nats.restore()
  await nats.start()
  expect(await published(key.apiKey, 2)).toMatchObject({ status: 'Revoked' })
})

test('several replicas and concurrent changes: the bucket ends with the newest version of each key', async () => {
  const { databaseUrl } = accounts
  const replicas = await Promise.all([1, 2].map(() => boot(service, { natsUrl: nats.url, databaseUrl })))
  try {
    const keys = await Promise.all(
      Array.from({ length: 30 }, () => accounts.mint(employerId, { scopes: ['CvSearch'] })),
    )
    const [one, two] = replicas.map((replica) => replica.as({ kind: 'admin', actor: 'olga' }))
    await Promise.all(
      keys.map(async ({ id }) => {
        await one!.post(`/admin/v1/api-keys/${id}/approve`)
        await two!.delete(`/admin/v1/api-keys/${id}`)
      }),
    )
    await Promise.all(keys.map((key) => published(key.apiKey, 3)))
    await eventually('every key is marked as published', async () => (await countUnpublished()) === 0)
    for (const key of keys)
      expect(await accounts.bucketRecord(key.apiKey)).toMatchObject({ status: 'Revoked', version: 3 })
  } finally {
    await Promise.all(replicas.map((replica) => replica.stop()))
  }
})

test('concurrent puts of one key in any order leave the newest version', async () => {
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

test('an overwritten record is published again; a newer record that accounts signed is adopted', async () => {
  const bucket = await new Kvm(accounts.deps.bus.js).open(KEY_BUCKET)
  const key = await accounts.mint(employerId)
  const record = await published(key.apiKey, 1)
  const hash = hashOf(key.apiKey)
  const { created } = await accounts.deps.bus.jsm.streams.info(`KV_${KEY_BUCKET}`)
  for (const foreign of ['not a record', JSON.stringify({ ...record, scopes: ['CvSearch'], version: 9 })]) {
    await bucket.put(hash, foreign)
    await published(key.apiKey, 1)
  }
  await bucket.delete(hash)
  await published(key.apiKey, 1)
  await bucket.put(hash, signer.signRecord(created, hash, { ...record, status: 'Revoked', version: 9 }))
  await eventually('the revocation is adopted', async () => {
    const found = await accounts.findRecord(key.apiKey)
    return found.status === 'Revoked' && found.version === 9
  })
  expect(await accounts.bucketRecord(key.apiKey)).toMatchObject({ version: 9 })
})

test('a revocation is published although no process is left that knows of its commit (D-16)', async () => {
  const key = await accounts.mint(employerId)
  await published(key.apiKey, 1)
  await accounts.deps.db.sql`
    update recruiter_key set status = 'Revoked', revoked_at = now(), version = 2, kv_published_version = -1
    where id = ${key.id}`
  expect(await published(key.apiKey, 2)).toMatchObject({ status: 'Revoked' })
})

test('every announcement is later than the one before, also while the wall clock stands still', async () => {
  const wallMs = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(wallMs)
  const times: number[] = []
  const subscription = accounts.deps.bus.nc.subscribe(KEY_WATERMARK_SUBJECT, {
    callback: (_error, message) => void times.push(signer.readWatermark(message.string())!.atMs),
  })
  try {
    // A commit that is published before the pause ends it at once, so that two follow each other.
    await accounts.mint(employerId)
    while (times.length < 4) await sleep(50)
  } finally {
    clock.mockRestore()
    subscription.unsubscribe()
  }
  expect(times.filter((atMs, i) => i > 0 && atMs <= times[i - 1]!)).toEqual([])
})

test('a watermark is announced once on the subject of this release, then once on that of the release before (P-352)', async () => {
  const received: [subject: string, text: string][] = []
  const subscription = accounts.deps.bus.nc.subscribe('keys.*', {
    callback: (_error, message) => void received.push([message.subject, message.string()]),
  })
  await eventually('some announcements', async () => received.length >= 6)
  subscription.unsubscribe()
  const pairs = received.slice(received[0]![0] === KEY_WATERMARK_SUBJECT ? 0 : 1)
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    expect(pairs.slice(i, i + 2).map(([subject]) => subject)).toEqual([
      KEY_WATERMARK_SUBJECT,
      KEY_WATERMARK_SUBJECT_BEFORE,
    ])
    expect(pairs[i]![1]).toBe(pairs[i + 1]![1])
  }
})

test('the use of a key is not published', async () => {
  const key = await accounts.mint(employerId)
  await published(key.apiKey, 1)
  await eventually('every key is marked as published', async () => (await countUnpublished()) === 0)
  const uses = [{ kind: 'recruiter', keyId: key.id, usedAtMs: Date.now() }]
  await accounts.internal.post('/internal/v1/key-uses', { uses })
  expect(await countUnpublished()).toBe(0)
})
