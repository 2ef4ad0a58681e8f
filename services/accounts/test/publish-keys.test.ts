import { KEY_BUCKET } from '@jobboard/contracts/internal/keys'
import { hashOf } from '@jobboard/service/auth/api-key'
import { boot } from '@jobboard/testkit/boot'
import { bootCandidates, type Candidates } from '@jobboard/testkit/candidates'
import { type ControllableNats, openControllableNats } from '@jobboard/testkit/controllable-nats'
import { eventually } from '@jobboard/testkit/eventually'
import { Kvm } from '@nats-io/kv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { putRecord } from '../src/peers/key-bucket.ts'
import { service } from '../src/service.ts'
import { type Accounts, bootAccounts } from './support/setup.ts'

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
  employerId = await accounts.employer()
})
afterAll(async () => {
  await accounts.stop()
  await candidates.stop()
  await nats.stop()
})

const told = (apiKey: string, version: number) =>
  eventually(`version ${version} in the bucket`, async () => {
    const record = await accounts.inBucket(apiKey)
    return record?.version === version && record
  })
const revoke = (id: number) => accounts.admin.delete(`/admin/v1/api-keys/${id}`)
const approve = (id: number) => accounts.admin.post(`/admin/v1/api-keys/${id}/approve`)
const unpublished = async () =>
  (
    await accounts.deps.db.sql`
      select id from recruiter_key where kv_published_version < version
      union all select id from candidate_key where kv_published_version < version`
  ).length

test('every change of a key of either kind reaches the bucket as the record that accounts would answer (D-16)', async () => {
  const waiting = await accounts.mint(employerId, { scopes: ['CvSearch'], expiresAt: accounts.inMs(9e7) })
  expect(await told(waiting.apiKey, 1)).toEqual(await accounts.find(waiting.apiKey))
  await approve(waiting.id)
  expect(await told(waiting.apiKey, 2)).toMatchObject({ status: 'Active' })
  await revoke(waiting.id)
  expect(await told(waiting.apiKey, 3)).toMatchObject({ status: 'Revoked' })
  const mine = await accounts.mintForCandidate(candidateId)
  expect(await told(mine.apiKey, 1)).toEqual(await accounts.find(mine.apiKey))
  const { body } = await accounts.admin.post(`/admin/v1/api-keys/${mine.id}/rotate`, {})
  expect(await told(mine.apiKey, 2)).toMatchObject({ status: 'Revoked' })
  expect(await told(body.apiKey, 1)).toMatchObject({ status: 'Active', candidateId })
  await eventually('all is marked', async () => (await unpublished()) === 0)
})

test('200, 201, 204: keys are minted and revoked while NATS is down, and told when it is back', async () => {
  const old = await accounts.mint(employerId)
  await told(old.apiKey, 1)
  await nats.stopServer()
  await revoke(old.id)
  const fresh = await accounts.mint(employerId)
  expect((await accounts.find(old.apiKey)).status).toBe('Revoked')
  expect(await unpublished()).toBe(2)
  await nats.start()
  await told(old.apiKey, 2)
  await told(fresh.apiKey, 1)
})

test('a NATS that lost everything gets every key again', async () => {
  const keys = [await accounts.mint(employerId), await accounts.mintForCandidate(candidateId)]
  await Promise.all(keys.map((key) => told(key.apiKey, 1)))
  await eventually('all is marked', async () => (await unpublished()) === 0)
  await nats.stopServer()
  await nats.wipe()
  await nats.start()
  await Promise.all(keys.map((key) => told(key.apiKey, 1)))
})

test('a bucket that is deleted under a living connection is made and filled again', async () => {
  const key = await accounts.mint(employerId)
  await told(key.apiKey, 1)
  await accounts.deps.bus.jsm.streams.delete(`KV_${KEY_BUCKET}`)
  await told(key.apiKey, 1)
})

test('while thousands of keys are filled in, a revocation is told before them (D-16)', async () => {
  const key = await accounts.mint(employerId)
  await told(key.apiKey, 1)
  await nats.stopServer()
  await accounts.deps.db.sql`
    insert into recruiter_key
      (employer_id, name, scopes, hash, status, created_at, version, kv_published_version)
    select ${employerId}, 'K', '{JobPosting}', encode(sha256(number::text::bytea), 'hex'), 'Active',
      ${accounts.deps.clock.now()}, 1, 1
    from generate_series(1, 3000) number`
  await revoke(key.id)
  const fresh = await accounts.mint(employerId)
  await nats.wipe()
  await nats.start()
  await Promise.all([told(key.apiKey, 2), told(fresh.apiKey, 1)])
  await eventually('all is marked', async () => (await unpublished()) === 0)
  const bucket = await new Kvm(accounts.deps.bus.js).open(KEY_BUCKET)
  expect((await bucket.status()).values).toBeGreaterThan(3_000)
  // Revisions of a new bucket count from 1, and puts go out 20 at a time.
  for (const { apiKey } of [key, fresh])
    expect((await bucket.get(hashOf(apiKey)))!.revision).toBeLessThanOrEqual(20)
})

test('a NATS that lost the last seconds gets the revocation again', async () => {
  const key = await accounts.mint(employerId)
  await told(key.apiKey, 1)
  await nats.stopServer()
  await nats.snapshot()
  await nats.start()
  await revoke(key.id)
  await told(key.apiKey, 2)
  await eventually('all is marked', async () => (await unpublished()) === 0)
  await nats.stopServer()
  await nats.restore()
  await nats.start()
  expect(await told(key.apiKey, 2)).toMatchObject({ status: 'Revoked' })
})

test('several replicas and many changes at once: the bucket ends with the newest version of each key', async () => {
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
    await Promise.all(keys.map((key) => told(key.apiKey, 3)))
    await eventually('all is marked', async () => (await unpublished()) === 0)
    for (const key of keys)
      expect(await accounts.inBucket(key.apiKey)).toMatchObject({ status: 'Revoked', version: 3 })
  } finally {
    await Promise.all(replicas.map((replica) => replica.stop()))
  }
})

test('records of one key put side by side in any order: the newest stays, none replaces a newer one', async () => {
  const bucket = await new Kvm(accounts.deps.bus.js).open(KEY_BUCKET)
  const key = await accounts.mint(employerId)
  const record = await told(key.apiKey, 1)
  for (let round = 0; round < 10; round++) {
    const hash = hashOf(`side by side ${round}`)
    const versions = [4, 2, 5, 1, 3].map((version) => ({ ...record, version }))
    await Promise.all(versions.map((one) => putRecord(bucket, hash, one)))
    expect((await bucket.get(hash))!.json()).toMatchObject({ version: 5 })
  }
})

test('what somebody else wrote over a record is put right by the next change; a newer record is left alone', async () => {
  const bucket = await new Kvm(accounts.deps.bus.js).open(KEY_BUCKET)
  const key = await accounts.mint(employerId)
  const record = await told(key.apiKey, 1)
  await bucket.put(hashOf(key.apiKey), 'no record')
  await revoke(key.id)
  await told(key.apiKey, 2)
  await bucket.put(hashOf(key.apiKey), JSON.stringify({ ...record, status: 'Revoked', version: 9 }))
  await accounts.deps.db.sql`update recruiter_key set kv_published_version = 0 where id = ${key.id}`
  await eventually('all is marked', async () => (await unpublished()) === 0)
  expect(await accounts.inBucket(key.apiKey)).toMatchObject({ version: 9 })
})

test('the use of a key is not told', async () => {
  const key = await accounts.mint(employerId)
  await told(key.apiKey, 1)
  await eventually('all is marked', async () => (await unpublished()) === 0)
  const uses = [{ kind: 'recruiter', keyId: key.id, usedAtMs: Date.now() }]
  await accounts.internal.post('/internal/v1/key-uses', { uses })
  expect(await unpublished()).toBe(0)
})
