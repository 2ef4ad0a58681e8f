import { findKeys, MAX_KEYS_PER_LOOKUP } from '@jobboard/contracts/keys/internal'
import { hashOf, kindOf } from '@jobboard/service/auth/api-key'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, bootAccounts, type Minted } from './support/boot-accounts.ts'
import { bootKeyOperator, type KeyOperator } from './support/key-operator.ts'

let operator: KeyOperator
let accounts: Accounts
let employerId: number
let candidateId: number
beforeAll(async () => {
  operator = await bootKeyOperator()
  ;({ accounts, employerId, candidateId } = operator)
})
afterAll(() => operator.stop())

const countCandidateKeys = async () => (await accounts.deps.db.sql`select 1 from candidate_key`).length

test('201: the text of a recruiter key is shown once; the key is found by its hash (D-11)', async () => {
  const userId = await accounts.newUser(employerId)
  const expiresAt = accounts.timeIn(86_400_000)
  const response = await operator.mint({
    ...{ name: ' ATS ', userId, expiresAt, scopes: ['JobPosting', 'Applications', 'JobPosting'] },
  })
  expect(response.status).toBe(201)
  const { apiKey, ...key } = response.body
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
    ...{ lastFour: apiKey.slice(-4), replacedBy: null },
  })
  expect(await operator.getListed(key.id)).toEqual(key)
  expect(await accounts.findRecord(apiKey)).toEqual({
    ...{
      id: key.id,
      kind: 'recruiter',
      status: 'Active',
      expiresAtMs: Date.parse(expiresAt),
      revokedAtMs: null,
      employerId,
      userId,
    },
    ...{ candidateId: null, name: 'ATS', scopes: ['JobPosting', 'Applications'], version: 1 },
  })
  expect(await accounts.auditRows(`api-key ${key.id}`)).toEqual([
    {
      ...{ actor: 'olga', action: 'mint-recruiter-key', requestId: 'test-request' },
      ...{ before: null, after: { ...key, employerId } },
    },
  ])
})

test('201: a key with the scope Webhooks is Active at once and has that scope; others do not get it (P-365)', async () => {
  const { body } = await operator.mint({ name: 'hooks', scopes: ['Webhooks'] })
  expect([body.status, body.scopes]).toEqual(['Active', ['Webhooks']])
  expect((await accounts.findRecord(body.apiKey))?.scopes).toEqual(['Webhooks'])
  const other = await operator.mint({ name: 'jobs', scopes: ['JobPosting', 'Applications'] })
  expect((await accounts.findRecord(other.body.apiKey))?.scopes).toEqual(['JobPosting', 'Applications'])
})

test('201: a candidate key is Active at once and stored in its own table (Spec §5.9)', async () => {
  const { apiKey, ...key } = await accounts.mintForCandidate(candidateId, { scopes: ['Profile', 'Apply'] })
  expect(kindOf(apiKey)).toBe('candidate')
  expect(key).toMatchObject({ status: 'Active', scopes: ['Profile', 'Apply'], expiresAt: null })
  expect(await accounts.findRecord(apiKey)).toMatchObject({
    ...{ id: key.id, kind: 'candidate', candidateId, employerId: null, userId: null },
  })
  const { sql } = accounts.deps.db
  expect(await sql`select 1 from candidate_key where id = ${key.id}`).toHaveLength(1)
  expect(await sql`select 1 from recruiter_key where id = ${key.id}`).toHaveLength(0)
  expect(await accounts.auditRows(`api-key ${key.id}`)).toEqual([
    {
      ...{ actor: 'olga', action: 'mint-candidate-key', requestId: 'test-request' },
      ...{ before: null, after: { ...key, candidateId } },
    },
  ])
})

test('200: one look-up finds keys of both kinds by their hashes and omits unknown hashes', async () => {
  const [one, two] = [await accounts.mint(employerId), await accounts.mintForCandidate(candidateId)]
  const hashes = [hashOf(one.apiKey), '0'.repeat(64), hashOf(two.apiKey), hashOf(one.apiKey)]
  const { status, body } = await accounts.internal.post(findKeys.path, { hashes })
  expect(status).toBe(200)
  expect(body).toEqual({
    [hashes[0]!]: expect.objectContaining({ kind: 'recruiter', id: one.id }),
    [hashes[2]!]: expect.objectContaining({ kind: 'candidate', id: two.id }),
  })
})

test('400: a look-up with an invalid hash or too many hashes', async () => {
  const tooMany = Array.from({ length: MAX_KEYS_PER_LOOKUP + 1 }, () => '0'.repeat(64))
  for (const hashes of [['F'.repeat(64)], ['x'], ['0'.repeat(63)], tooMany]) {
    expect((await accounts.internal.post(findKeys.path, { hashes })).status).toBe(400)
  }
})

test('ids are unique over both kinds of key, with 20 minted concurrently', async () => {
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
  ['an unknown scope', { name: 'A', scopes: ['JobPosting', 'jobposting'] }, 'scopes'],
  [
    'an expiresAt in the past',
    { name: 'A', scopes: ['JobPosting'], expiresAt: '2020-01-01T00:00:00Z' },
    'expiresAt',
  ],
  ['an invalid expiresAt', { name: 'A', scopes: ['JobPosting'], expiresAt: 'soon' }, 'expiresAt'],
  ['an unknown user', { name: 'A', scopes: ['JobPosting'], userId: 2147483647 }, 'userId'],
  ['an invalid userId', { name: 'A', scopes: ['JobPosting'], userId: '1' }, 'userId'],
])('400: a key with %s: the message names the field, and nothing is stored', async (_what, body, field) => {
  const before = (await operator.listKeys()).length
  const response = await operator.mint(body)
  expect(response.status).toBe(400)
  expect(response.body).toMatchObject({ code: 'invalid_request', message: expect.stringContaining(field) })
  expect((await operator.listKeys()).length).toBe(before)
})

test.each([
  ['a scope of the other kind', { name: 'A', scopes: ['Profile', 'CvSearch'] }, 'scopes'],
  ['no scopes', { name: 'A' }, 'scopes'],
  ['no name', { scopes: ['Profile'] }, 'name'],
  [
    'an expiresAt in the past',
    { name: 'A', scopes: ['Apply'], expiresAt: '2020-01-01T00:00:00Z' },
    'expiresAt',
  ],
])(
  '400: a candidate key with %s: the message names the field, and nothing is stored',
  async (_what, body, field) => {
    const before = await countCandidateKeys()
    const response = await operator.mintForCandidate(body)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ code: 'invalid_request', message: expect.stringContaining(field) })
    expect(await countCandidateKeys()).toBe(before)
  },
)

test('404: mint or list keys of a candidate or an employer that does not exist', async () => {
  const before = await countCandidateKeys()
  for (const id of [candidateId + 1, 2147483647, 2147483648, 0, 'ada']) {
    const response = await operator.mintForCandidate({ name: 'A', scopes: ['Profile'] }, id)
    expect([response.status, response.body.code]).toEqual([404, 'not_found'])
  }
  expect(await countCandidateKeys()).toBe(before)
  expect((await operator.mint({ name: 'A', scopes: ['JobPosting'] }, 2147483647)).status).toBe(404)
  expect((await accounts.admin.get('/admin/v1/employers/2147483647/api-keys')).status).toBe(404)
})

test('503: no candidate key is minted while the candidate service cannot be reached', async () => {
  const withoutCandidate = await bootAccounts({ env: { CANDIDATE_URL: 'http://127.0.0.1:9' } })
  const path = `/admin/v1/candidates/${candidateId}/api-keys`
  const response = await withoutCandidate.admin.post(path, { name: 'A', scopes: ['Profile'] })
  expect([response.status, response.body.code, response.headers.get('retry-after')]).toEqual([
    503,
    'unavailable',
    '1',
  ])
  expect(await withoutCandidate.deps.db.sql`select 1 from candidate_key`).toEqual([])
  expect(await withoutCandidate.deps.db.sql`select 1 from audit`).toEqual([])
  await withoutCandidate.stop()
})

test("400: userId of another employer's user (Spec §5.10)", async () => {
  const userId = await accounts.newUser(await accounts.newEmployer())
  const response = await operator.mint({ name: 'A', scopes: ['Applications'], userId })
  expect(response.status).toBe(400)
  expect(response.body.message).toContain('userId')
})

test('200: the key list of one employer, newest first, without texts and hashes', async () => {
  const other = await accounts.newEmployer()
  const ids = [(await accounts.mint(other)).id, (await accounts.mint(other)).id]
  const keys = await operator.listKeys(other)
  expect(keys.map((key: Minted) => key.id)).toEqual(ids.reverse())
  expect(JSON.stringify(keys)).not.toMatch(/pk_live_|hash|apiKey/)
})

test('201: a key with CvSearch is PendingApproval, except for a trusted partner (D-15)', async () => {
  const trusted = await accounts.newEmployer({ hasActiveContract: false, isTrustedPartner: true })
  const scopes = ['CvSearch', 'JobPosting']
  const pending = await accounts.mint(employerId, { scopes })
  expect(pending.status).toBe('PendingApproval')
  expect((await accounts.findRecord(pending.apiKey)).status).toBe('PendingApproval')
  expect((await accounts.mint(trusted, { scopes })).status).toBe('Active')
  expect((await accounts.mint(employerId)).status).toBe('Active')
})

test('503: no key is minted when its status depends on credits that cannot be read', async () => {
  const id = await accounts.newEmployer({ hasActiveContract: false })
  const response = await operator.mint({ name: 'A', scopes: ['JobPosting'] }, id)
  expect(response.status).toBe(503)
  expect(response.body.code).toBe('unavailable')
  expect(await operator.listKeys(id)).toEqual([])
})
