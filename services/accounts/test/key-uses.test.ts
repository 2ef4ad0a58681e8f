import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Accounts, Minted } from './support/boot-accounts.ts'
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

test('204: lastUsedAt only moves forward, with concurrent batches in any order; versions stay (D-18)', async () => {
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
  const responses = await Promise.all(batches)
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 204))
  const late = keys.map((key) => use(key, 3))
  expect((await accounts.internal.post('/internal/v1/key-uses', { uses: late })).status).toBe(204)
  const last = new Date(base + 29).toISOString()
  expect((await operator.getListed(keys[0]!.id)).lastUsedAt).toBe(last)
  expect((await operator.getListed(keys[1]!.id)).lastUsedAt).toBe(last)
  const [row] = await accounts.deps.db.sql<{ lastUsedAt: Date }>`
    select last_used_at from candidate_key where id = ${keys[2]!.id}`
  expect(row!.lastUsedAt.toISOString()).toBe(last)
  for (const key of keys) expect((await accounts.findRecord(key.apiKey)).version).toBe(1)
  // A use with the kind `recruiter` does not change the candidate key with the same id.
  await accounts.internal.post('/internal/v1/key-uses', {
    uses: [{ ...use(keys[2]!, 99), kind: 'recruiter' }],
  })
  const [same] = await accounts.deps.db.sql<{ lastUsedAt: Date }>`
    select last_used_at from candidate_key where id = ${keys[2]!.id}`
  expect(same!.lastUsedAt.toISOString()).toBe(last)
})

test('204: concurrent large batches of the same keys in different orders do not deadlock', async () => {
  const keys = await accounts.deps.db.sql<{ id: number }>`
    insert into recruiter_key
      (employer_id, name, scopes, hash, status, created_at, version, kv_published_version)
    select ${employerId}, 'K', '{JobPosting}', encode(sha256(number::text::bytea), 'hex'), 'Active', now(), 1, 1
    from generate_series(1, 120) number returning id`
  const ids = keys.map(({ id }) => id)
  const batches = Array.from({ length: 20 }, (_, at) => {
    const some = ids
      .filter((id) => (id * (at + 3)) % 7 > 1)
      .sort((a, b) => ((a * (at + 5)) % 101) - ((b * (at + 5)) % 101))
    const uses = some.map((keyId) => ({ kind: 'recruiter', keyId, usedAtMs: Date.now() + at }))
    return accounts.internal.post('/internal/v1/key-uses', { uses })
  })
  const responses = await Promise.all(batches)
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 204))
})

test('400: usedAtMs is not a valid time', async () => {
  for (const usedAtMs of [-1, 9e15, '1', null]) {
    const uses = [{ kind: 'recruiter', keyId: 1, usedAtMs }]
    expect((await accounts.internal.post('/internal/v1/key-uses', { uses })).status).toBe(400)
  }
})
