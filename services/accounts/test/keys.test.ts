import { findKeys, MAX_KEYS_PER_QUESTION } from '@jobboard/contracts/internal/keys'
import { hashOf, kindOf } from '@jobboard/service/api-key'
import { bootCandidates, type Candidates } from '@jobboard/testkit/candidates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, bootAccounts, type Minted } from './setup.ts'

let candidates: Candidates
let accounts: Accounts
let employerId: number
let candidateId: number
beforeAll(async () => {
  candidates = await bootCandidates()
  accounts = await bootAccounts({ env: { CANDIDATE_URL: candidates.url } })
  employerId = await accounts.employer()
  candidateId = await candidates.create()
})
afterAll(async () => {
  await accounts.stop()
  await candidates.stop()
})

const mintAnswer = (body: unknown, id = employerId) =>
  accounts.admin.post(`/admin/v1/employers/${id}/api-keys`, body)
const approve = (id: number) => accounts.admin.post(`/admin/v1/api-keys/${id}/approve`)
const revoke = (id: number) => accounts.admin.delete(`/admin/v1/api-keys/${id}`)
const rotate = (id: number, body?: unknown) => accounts.admin.post(`/admin/v1/api-keys/${id}/rotate`, body)
const list = async (id = employerId) => (await accounts.admin.get(`/admin/v1/employers/${id}/api-keys`)).body
const listed = async (id: number) => (await list()).find((key: Minted) => key.id === id)

test('201: a recruiter key is shown once, well-formed, and found by its hash (D-11)', async () => {
  const userId = await accounts.user(employerId)
  const expiresAt = accounts.inMs(86_400_000)
  const answer = await mintAnswer({
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
  expect(await listed(key.id)).toEqual(key)
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
  const tooMany = Array.from({ length: MAX_KEYS_PER_QUESTION + 1 }, () => '0'.repeat(64))
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
  [
    'a time that has passed',
    { name: 'A', scopes: ['JobPosting'], expiresAt: '2020-01-01T00:00:00Z' },
    'expiresAt',
  ],
  ['a time that is none', { name: 'A', scopes: ['JobPosting'], expiresAt: 'soon' }, 'expiresAt'],
  ['a user of nobody', { name: 'A', scopes: ['JobPosting'], userId: 2147483647 }, 'userId'],
  ['a user that is no id', { name: 'A', scopes: ['JobPosting'], userId: '1' }, 'userId'],
])('400: a key with %s is refused by name and nothing is stored', async (_what, body, field) => {
  const before = (await list()).length
  const answer = await mintAnswer(body)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'invalid_request', message: expect.stringContaining(field) })
  expect((await list()).length).toBe(before)
})

test("400: another employer's user is no user of this one", async () => {
  const userId = await accounts.user(await accounts.employer())
  const answer = await mintAnswer({ name: 'A', scopes: ['Applications'], userId })
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain('userId')
})

test('a key list shows one employer only, newest first, without texts', async () => {
  const other = await accounts.employer()
  const ids = [(await accounts.mint(other)).id, (await accounts.mint(other)).id]
  const keys = await list(other)
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
  const answer = await mintAnswer({ name: 'A', scopes: ['JobPosting'] }, poor)
  expect(answer.status).toBe(503)
  expect(answer.body.code).toBe('unavailable')
  expect(await list(poor)).toEqual([])
})

test('200: approving makes a waiting key Active once; again it changes nothing (D-15)', async () => {
  const key = await accounts.mint(employerId, { scopes: ['CvSearch'] })
  const answers = await Promise.all(Array.from({ length: 8 }, () => approve(key.id)))
  expect(answers.map(({ status, body }) => [status, body.status])).toEqual(answers.map(() => [200, 'Active']))
  expect(answers[0]!.body).toEqual(await listed(key.id))
  expect(await accounts.find(key.apiKey)).toMatchObject({ status: 'Active', version: 2 })
  expect(await accounts.audits(`api-key ${key.id}`)).toMatchObject([
    { action: 'mint-recruiter-key' },
    { action: 'approve-key', before: { status: 'PendingApproval' }, after: { status: 'Active' } },
  ])
})

test('204: revoking ends a key of either kind for good; again it changes nothing (D-16)', async () => {
  for (const key of [await accounts.mint(employerId), await accounts.mintForCandidate(candidateId)]) {
    const answers = await Promise.all(Array.from({ length: 8 }, () => revoke(key.id)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
    expect(await accounts.find(key.apiKey)).toMatchObject({ status: 'Revoked', version: 2 })
    expect(await accounts.audits(`api-key ${key.id}`)).toHaveLength(2)
  }
  const key = await accounts.mint(employerId)
  await revoke(key.id)
  expect((await approve(key.id)).body).toMatchObject({ code: 'invalid_state' })
  expect((await rotate(key.id)).body).toMatchObject({ code: 'invalid_state' })
})

test('404: approve, revoke and rotate of a key of nobody; approve of a candidate key, which never waits', async () => {
  for (const call of [approve, revoke, rotate]) expect((await call(2147483647)).status).toBe(404)
  expect((await approve((await accounts.mintForCandidate(candidateId)).id)).status).toBe(404)
})

test('201: rotation gives one successor with the same rights and ends the old key at once (D-16)', async () => {
  const userId = await accounts.user(employerId)
  const old = await accounts.mint(employerId, {
    userId,
    scopes: ['Applications'],
    expiresAt: accounts.inMs(9e7),
  })
  const answers = await Promise.all(Array.from({ length: 8 }, () => rotate(old.id)))
  const [fresh, ...more] = answers.filter(({ status }) => status === 201)
  expect(more).toEqual([])
  expect(answers.filter(({ body }) => body.code === 'invalid_state')).toHaveLength(7)
  expect(fresh!.body).toMatchObject({
    ...{ name: 'ATS', scopes: ['Applications'], userId, status: 'Active', expiresAt: old.expiresAt },
    apiKey: expect.stringMatching(/^pk_live_/),
  })
  expect((await accounts.find(old.apiKey)).status).toBe('Revoked')
  expect(await accounts.find(fresh!.body.apiKey)).toMatchObject({
    id: fresh!.body.id,
    status: 'Active',
    employerId,
  })
})

test('201: a candidate key is rotated into a candidate key of the same candidate', async () => {
  const old = await accounts.mintForCandidate(candidateId, { scopes: ['Apply', 'Applications'] })
  const { body } = await rotate(old.id, {})
  expect(kindOf(body.apiKey)).toBe('candidate')
  expect(await accounts.find(body.apiKey)).toMatchObject({
    candidateId,
    scopes: ['Apply', 'Applications'],
  })
})

test('201: with overlapSeconds the old key lives that much longer, never longer than before, and is rotated once', async () => {
  const endless = await accounts.mint(employerId)
  const before = accounts.deps.clock.now().getTime()
  expect((await rotate(endless.id, { overlapSeconds: 60 })).status).toBe(201)
  const record = await accounts.find(endless.apiKey)
  expect(record).toMatchObject({ status: 'Active', version: 2 })
  expect(record.expiresAtMs! - before).toBeGreaterThanOrEqual(60_000)
  expect(record.expiresAtMs! - accounts.deps.clock.now().getTime()).toBeLessThanOrEqual(60_000)
  expect((await rotate(endless.id)).body.code).toBe('invalid_state')

  const expiresAt = accounts.inMs(30_000)
  const short = await accounts.mint(employerId, { expiresAt })
  await rotate(short.id, { overlapSeconds: 60 })
  expect((await accounts.find(short.apiKey)).expiresAtMs).toBe(Date.parse(expiresAt))
})

test.each([-1, 2_592_001, 1.5, '60', 1e300])('400: overlapSeconds %s', async (overlapSeconds) => {
  const key = await accounts.mint(employerId)
  const answer = await rotate(key.id, { overlapSeconds })
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain('overlapSeconds')
  expect((await accounts.find(key.apiKey)).version).toBe(1)
})

test('a waiting key is rotated into a waiting key: rotation approves nothing', async () => {
  const key = await accounts.mint(employerId, { scopes: ['CvSearch'] })
  expect((await rotate(key.id)).body.status).toBe('PendingApproval')
})

test('last use moves forward only, in parallel batches of any order, and changes no version (D-18)', async () => {
  const keys = [
    await accounts.mint(employerId),
    await accounts.mint(employerId),
    await accounts.mintForCandidate(candidateId),
  ]
  const base = Date.parse('2030-05-05T05:05:05.005Z')
  const use = (key: Minted, at: number) => ({
    ...{ kind: key.apiKey.startsWith('pk') ? 'recruiter' : 'candidate', keyId: key.id, usedAtMs: base + at },
  })
  const batches = Array.from({ length: 30 }, (_, at) => {
    const uses = [
      ...keys.map((key) => use(key, at)),
      use(keys[0]!, at - 7),
      { ...use(keys[0]!, at), keyId: 2147483647 },
    ]
    return accounts.internal.post('/internal/v1/key-uses', { uses: at % 2 ? uses.reverse() : uses })
  })
  const answers = await Promise.all(batches)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
  const late = keys.map((key) => use(key, 3))
  expect((await accounts.internal.post('/internal/v1/key-uses', { uses: late })).status).toBe(204)
  const last = new Date(base + 29).toISOString()
  expect((await listed(keys[0]!.id)).lastUsedAt).toBe(last)
  expect((await listed(keys[1]!.id)).lastUsedAt).toBe(last)
  const [row] = await accounts.deps.db.sql<{ lastUsedAt: Date }>`
    select last_used_at from candidate_key where id = ${keys[2]!.id}`
  expect(row!.lastUsedAt.toISOString()).toBe(last)
  for (const key of keys) expect((await accounts.find(key.apiKey)).version).toBe(1)
  // An id alone does not decide: a recruiter's use never touches the candidate key with that id.
  await accounts.internal.post('/internal/v1/key-uses', {
    uses: [{ ...use(keys[2]!, 99), kind: 'recruiter' }],
  })
  const [same] = await accounts.deps.db.sql<{ lastUsedAt: Date }>`
    select last_used_at from candidate_key where id = ${keys[2]!.id}`
  expect(same!.lastUsedAt.toISOString()).toBe(last)
})

test("204: large batches of the same keys in any order never get in each other's way", async () => {
  const ids = await Promise.all(Array.from({ length: 120 }, async () => (await accounts.mint(employerId)).id))
  const batches = Array.from({ length: 40 }, (_, at) => {
    const some = ids
      .filter((id) => (id * (at + 3)) % 7 > 1)
      .sort((a, b) => ((a * (at + 5)) % 101) - ((b * (at + 5)) % 101))
    const uses = some.map((keyId) => ({ kind: 'recruiter', keyId, usedAtMs: Date.now() + at }))
    return accounts.internal.post('/internal/v1/key-uses', { uses })
  })
  const answers = await Promise.all(batches)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
})

test('400: a use that is no time leaves nothing', async () => {
  for (const usedAtMs of [-1, 9e15, '1', null]) {
    const uses = [{ kind: 'recruiter', keyId: 1, usedAtMs }]
    expect((await accounts.internal.post('/internal/v1/key-uses', { uses })).status).toBe(400)
  }
})

test('Expired: lists tell it by the clock, to the second, and an expired key is not approved or rotated', async () => {
  const key = await accounts.mint(employerId, { scopes: ['CvSearch'], expiresAt: accounts.inMs(3_600_000) })
  const gone = await accounts.mint(employerId, { expiresAt: accounts.inMs(3_600_000) })
  await revoke(gone.id)
  expect((await listed(key.id)).status).toBe('PendingApproval')
  accounts.deps.clock.moveTo(accounts.deps.clock.offsetMs + 3_600_000)
  expect((await listed(key.id)).status).toBe('Expired')
  expect((await listed(gone.id)).status).toBe('Revoked')
  expect((await approve(key.id)).body.code).toBe('invalid_state')
  expect((await rotate(key.id)).body.code).toBe('invalid_state')
})
