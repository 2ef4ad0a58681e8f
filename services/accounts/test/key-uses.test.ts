import { afterAll, beforeAll, expect, test } from 'vitest'

import { type KeyDesk, openKeyDesk } from './support/key-desk.ts'
import type { Accounts, Minted } from './support/setup.ts'

let desk: KeyDesk
let accounts: Accounts
let employerId: number
let candidateId: number
beforeAll(async () => {
  desk = await openKeyDesk()
  ;({ accounts, employerId, candidateId } = desk)
})
afterAll(() => desk.stop())

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
  expect((await desk.listed(keys[0]!.id)).lastUsedAt).toBe(last)
  expect((await desk.listed(keys[1]!.id)).lastUsedAt).toBe(last)
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
