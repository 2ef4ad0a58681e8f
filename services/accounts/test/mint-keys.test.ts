import { findKeys, MAX_KEYS_PER_LOOKUP } from '@jobboard/contracts/internal/keys'
import { hashOf, kindOf } from '@jobboard/service/auth/api-key'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type KeyDesk, openKeyDesk } from './support/key-desk.ts'
import { type Accounts, bootAccounts, type Minted } from './support/setup.ts'

let desk: KeyDesk
let accounts: Accounts
let employerId: number
let candidateId: number
beforeAll(async () => {
  desk = await openKeyDesk()
  ;({ accounts, employerId, candidateId } = desk)
})
afterAll(() => desk.stop())

const countCandidateKeys = async () => (await accounts.deps.db.sql`select 1 from candidate_key`).length

test('201: a recruiter key is shown once, well-formed, and found by its hash (D-11)', async () => {
  const userId = await accounts.user(employerId)
  const expiresAt = accounts.inMs(86_400_000)
  const answer = await desk.mint({
    ...{ name: ' ATS ', userId, expiresAt, scopes: ['JobPosting', 'Applications', 'JobPosting'] },
  })
  expect(answer.status).toBe(201)
  const { apiKey, ...key } = answer.body
  expect(kindOf(apiKey)).toBe('recruiter')
  expect(key).toEqual({
    ...{
      id: key.id,
      name: 'ATS',
      scopes: ['JobPosting', 'Applications'],
      userId,
      status: 'Active',
      expiresAt,
    },
    ...{ createdAt: expect.stringMatching(/Z$/), lastUsedAt: null },
  })
  expect(await desk.listed(key.id)).toEqual(key)
  expect(await accounts.find(apiKey)).toEqual({
    ...{
      id: key.id,
      kind: 'recruiter',
      status: 'Active',
      expiresAtMs: Date.parse(expiresAt),
      employerId,
      userId,
    },
    ...{ candidateId: null, name: 'ATS', scopes: ['JobPosting', 'Applications'], version: 1 },
  })
  expect(await accounts.audits(`api-key ${key.id}`)).toEqual([
    {
      ...{ actor: 'olga', action: 'mint-recruiter-key', requestId: 'test-request' },
      ...{ before: null, after: { ...key, employerId } },
    },
  ])
})

test('201: a candidate key is of its own table, Active at once, and of no employer (Spec §5.9)', async () => {
  const { apiKey, ...key } = await accounts.mintForCandidate(candidateId, { scopes: ['Profile', 'Apply'] })
  expect(kindOf(apiKey)).toBe('candidate')
  expect(key).toMatchObject({ status: 'Active', scopes: ['Profile', 'Apply'], expiresAt: null })
  expect(await accounts.find(apiKey)).toMatchObject({
    ...{ id: key.id, kind: 'candidate', candidateId, employerId: null, userId: null },
  })
  const { sql } = accounts.deps.db
  expect(await sql`select 1 from candidate_key where id = ${key.id}`).toHaveLength(1)
  expect(await sql`select 1 from recruiter_key where id = ${key.id}`).toHaveLength(0)
  expect(await accounts.audits(`api-key ${key.id}`)).toEqual([
    {
      ...{ actor: 'olga', action: 'mint-candidate-key', requestId: 'test-request' },
      ...{ before: null, after: { ...key, candidateId } },
    },
  ])
})

test('200: one question finds keys of both kinds by their hashes; a hash of nobody has no record', async () => {
  const [one, two] = [await accounts.mint(employerId), await accounts.mintForCandidate(candidateId)]
  const hashes = [hashOf(one.apiKey), '0'.repeat(64), hashOf(two.apiKey), hashOf(one.apiKey)]
  const { status, body } = await accounts.internal.post(findKeys.path, { hashes })
  expect(status).toBe(200)
  expect(body).toEqual({
    [hashes[0]!]: expect.objectContaining({ kind: 'recruiter', id: one.id }),
    [hashes[2]!]: expect.objectContaining({ kind: 'candidate', id: two.id }),
  })
})

test('400: what is no hash, and more keys than one question may be about', async () => {
  const tooMany = Array.from({ length: MAX_KEYS_PER_LOOKUP + 1 }, () => '0'.repeat(64))
  for (const hashes of [['F'.repeat(64)], ['x'], ['0'.repeat(63)], tooMany]) {
    expect((await accounts.internal.post(findKeys.path, { hashes })).status).toBe(400)
  }
})

test('ids of both kinds never meet, also when many are minted at once', async () => {
  const mints = Array.from({ length: 20 }, (_, index) =>
    index % 2 ? accounts.mint(employerId) : accounts.mintForCandidate(candidateId),
  )
  const keys = await Promise.all(mints)
  expect(new Set(keys.map((key) => key.id)).size).toBe(20)
  expect(new Set(keys.map((key) => key.apiKey)).size).toBe(20)
})

test.each([
  ['no name', { scopes: ['JobPosting'] }, 'name'],
  ['no scopes', { name: 'A' }, 'scopes'],
  ['an empty scope list', { name: 'A', scopes: [] }, 'scopes'],
  ['a scope of the other kind', { name: 'A', scopes: ['Profile'] }, 'scopes'],
  ['a scope that is none', { name: 'A', scopes: ['JobPosting', 'jobposting'] }, 'scopes'],
  [
    'a time that has passed',
    { name: 'A', scopes: ['JobPosting'], expiresAt: '2020-01-01T00:00:00Z' },
    'expiresAt',
  ],
  ['a time that is none', { name: 'A', scopes: ['JobPosting'], expiresAt: 'soon' }, 'expiresAt'],
  ['a user of nobody', { name: 'A', scopes: ['JobPosting'], userId: 2147483647 }, 'userId'],
  ['a user that is no id', { name: 'A', scopes: ['JobPosting'], userId: '1' }, 'userId'],
])('400: a key with %s is refused by name and nothing is stored', async (_what, body, field) => {
  const before = (await desk.list()).length
  const answer = await desk.mint(body)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'invalid_request', message: expect.stringContaining(field) })
  expect((await desk.list()).length).toBe(before)
})

test.each([
  ['a scope of the other kind', { name: 'A', scopes: ['Profile', 'CvSearch'] }, 'scopes'],
  ['no scopes', { name: 'A' }, 'scopes'],
  ['no name', { scopes: ['Profile'] }, 'name'],
  [
    'a time that has passed',
    { name: 'A', scopes: ['Apply'], expiresAt: '2020-01-01T00:00:00Z' },
    'expiresAt',
  ],
])('400: a candidate key with %s is refused by name and nothing is stored', async (_what, body, field) => {
  const before = await countCandidateKeys()
  const answer = await desk.mintForCandidate(body)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'invalid_request', message: expect.stringContaining(field) })
  expect(await countCandidateKeys()).toBe(before)
})

test('404: no key for a candidate or an employer that does not exist, nor a list of its keys', async () => {
  const before = await countCandidateKeys()
  for (const id of [candidateId + 1, 2147483647, 2147483648, 0, 'ada']) {
    const answer = await desk.mintForCandidate({ name: 'A', scopes: ['Profile'] }, id)
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  }
  expect(await countCandidateKeys()).toBe(before)
  expect((await desk.mint({ name: 'A', scopes: ['JobPosting'] }, 2147483647)).status).toBe(404)
  expect((await accounts.admin.get('/admin/v1/employers/2147483647/api-keys')).status).toBe(404)
})

test('503: while the candidate service cannot say who exists no key is minted for a candidate', async () => {
  const alone = await bootAccounts({ env: { CANDIDATE_URL: 'http://127.0.0.1:9' } })
  const path = `/admin/v1/candidates/${candidateId}/api-keys`
  const answer = await alone.admin.post(path, { name: 'A', scopes: ['Profile'] })
  expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
    503,
    'unavailable',
    '1',
  ])
  expect(await alone.deps.db.sql`select 1 from candidate_key`).toEqual([])
  expect(await alone.deps.db.sql`select 1 from audit`).toEqual([])
  await alone.stop()
})

test("400: another employer's user is no user of this one", async () => {
  const userId = await accounts.user(await accounts.employer())
  const answer = await desk.mint({ name: 'A', scopes: ['Applications'], userId })
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain('userId')
})

test('a key list shows one employer only, newest first, without texts', async () => {
  const other = await accounts.employer()
  const ids = [(await accounts.mint(other)).id, (await accounts.mint(other)).id]
  const keys = await desk.list(other)
  expect(keys.map((key: Minted) => key.id)).toEqual(ids.reverse())
  expect(JSON.stringify(keys)).not.toMatch(/pk_live_|hash|apiKey/)
})

test('PendingApproval: CvSearch waits, with and without contract; a trusted partner does not (D-15)', async () => {
  const trusted = await accounts.employer({ hasActiveContract: false, isTrustedPartner: true })
  const scopes = ['CvSearch', 'JobPosting']
  const waiting = await accounts.mint(employerId, { scopes })
  expect(waiting.status).toBe('PendingApproval')
  expect((await accounts.find(waiting.apiKey)).status).toBe('PendingApproval')
  expect((await accounts.mint(trusted, { scopes })).status).toBe('Active')
  expect((await accounts.mint(employerId)).status).toBe('Active')
})

test('503: when approval hangs on credits that cannot be read, no key is minted', async () => {
  const poor = await accounts.employer({ hasActiveContract: false })
  const answer = await desk.mint({ name: 'A', scopes: ['JobPosting'] }, poor)
  expect(answer.status).toBe(503)
  expect(answer.body.code).toBe('unavailable')
  expect(await desk.list(poor)).toEqual([])
})
