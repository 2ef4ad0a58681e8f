import { KEY_BUCKET } from '@jobboard/contracts/keys/internal'
import { hashOf } from '@jobboard/service/auth/api-key'
import { openKeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import { openMigratedDatabase } from '@jobboard/testkit/database'
import { eventually } from '@jobboard/testkit/eventually'
import { openNats } from '@jobboard/testkit/infra'
import { Kvm } from '@nats-io/kv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKeyBucket } from '../src/key-feed/peers.ts'
import { service } from '../src/service.ts'
import { bootAccounts } from './support/boot-accounts.ts'
import { bootPublishedKeys, type PublishedKeys, signer } from './support/published-keys.ts'

let keys: PublishedKeys
beforeAll(async () => {
  keys = await bootPublishedKeys()
})
afterAll(() => keys?.stop())

test('a bucket that is deleted while connected is created and filled again', async () => {
  const { accounts, employerId, published } = keys
  const key = await accounts.mint(employerId)
  await published(key.apiKey, 1)
  await accounts.deps.bus.jsm.streams.delete(`KV_${KEY_BUCKET}`)
  await published(key.apiKey, 1)
})

test('with another CALLER_SECRET every key is published again, signed with it', async () => {
  const [database, server] = await Promise.all([openMigratedDatabase(service.migrations), openNats()])
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
  const { nats, accounts, employerId, published, revoke } = keys
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
  await keys.allPublished()
  const bucket = await new Kvm(accounts.deps.bus.js).open(KEY_BUCKET)
  expect((await bucket.status()).values).toBeGreaterThan(3_000)
  // Revisions of a new bucket count from 1. The first 20 puts hold both keys; retries of them add some more revisions.
  for (const { apiKey } of [key, minted])
    expect((await bucket.get(hashOf(apiKey)))!.revision).toBeLessThanOrEqual(100)
})

test('after NATS has lost its last messages a revocation is published again', async () => {
  const { nats, accounts, employerId, published, revoke } = keys
  const key = await accounts.mint(employerId)
  await published(key.apiKey, 1)
  await nats.stopServer()
  await nats.snapshot()
  await nats.start()
  await revoke(key.id)
  await published(key.apiKey, 2)
  await keys.allPublished()
  await nats.stopServer()
  await nats.restore()
  await nats.start()
  expect(await published(key.apiKey, 2)).toMatchObject({ status: 'Revoked' })
})

test('an overwritten record is published again; a newer record that accounts signed is adopted', async () => {
  const { accounts, employerId, published } = keys
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
