import { hashOf } from '@jobboard/service/auth/api-key'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKeyBucket } from '../src/key-feed/peers.ts'
import { adoptRecord, openKeyChanges } from '../src/key-feed/store.ts'
import { publishPass } from '../src/key-feed/workers.ts'
import { service } from '../src/service.ts'
import { signer } from './support/published-keys.ts'

// Without the worker nobody else publishes.
let accounts: Booted
beforeAll(async () => {
  accounts = await boot({ ...service, workers: [] })
})
afterAll(() => accounts.stop())

async function mint(): Promise<{ id: number; apiKey: string }> {
  const admin = accounts.as({ kind: 'admin', actor: 'olga' })
  const employer = await admin.post('/admin/v1/employers', { name: 'Fjord Ferries', hasActiveContract: true })
  const path = `/admin/v1/employers/${employer.body.id}/api-keys`
  return (await admin.post(path, { name: 'ATS', scopes: ['JobPosting'] })).body
}

const unpublished = () =>
  accounts.deps.db.sql`select id from recruiter_key where kv_published_version < version`

test('no pass returns a watermark before every change is in the bucket and verified (P-43)', async () => {
  const { db, bus } = accounts.deps
  for (let i = 0; i < 3; i++) await mint()
  const changes = await openKeyChanges(db.directUrl, () => {})
  for (let pass = 0; ; pass++) {
    expect(pass).toBeLessThan(20)
    const watermark = await publishPass(accounts.deps, signer, changes)
    if (!watermark) continue
    expect(await unpublished()).toEqual([])
    const { created, lastSeq } = await openKeyBucket(bus, signer)
    expect(watermark).toEqual({ created, revision: lastSeq })
    break
  }
  await changes.close()
})

test('a record of the bucket that is older than the key changes nothing (P-218)', async () => {
  const { sql } = accounts.deps.db
  const { id, apiKey } = await mint()
  await accounts.as({ kind: 'admin', actor: 'olga' }).delete(`/admin/v1/api-keys/${id}`)
  const before = { kind: 'recruiter', status: 'Active', expiresAtMs: null, version: 1 } as const
  await adoptRecord(sql, hashOf(apiKey), before)
  const rows = await sql`select status, version from recruiter_key where id = ${id}`
  expect(rows).toEqual([{ status: 'Revoked', version: 2 }])
})
