import { randomUUID } from 'node:crypto'
import { KEYS_PER_DAY } from '@jobboard/contracts/limits'
import { isWellFormed } from '@jobboard/service/auth/api-key'
import { findTextInDatabase } from '@jobboard/testkit/find-text'
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

/** Rotates a key as its holder. */
function rotate({ id, apiKey }: Minted, body?: unknown, idempotencyKey?: string) {
  const caller = apiKey.startsWith('pk')
    ? { ...{ kind: 'recruiter' as const, employerId, userId: null, keyId: id }, scopes: [] }
    : { ...{ kind: 'candidate' as const, candidateId, keyId: id }, scopes: [] }
  const headers: Record<string, string> =
    idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
  return accounts.as(caller).post('/api/v1/key/rotate', body, headers)
}

const successorsOf = (id: number) => accounts.deps.db.sql<{ id: number }>`
  select n.id from recruiter_key o join recruiter_key n on n.id = o.replaced_by where o.id = ${id}`

test('201: the calling key of either kind is replaced by one with the same rights; one audit row (P-373)', async () => {
  const recruiter = await accounts.mint(employerId, {
    scopes: ['Applications'],
    expiresAt: accounts.timeIn(9e7),
  })
  const candidate = await accounts.mintForCandidate(candidateId)
  for (const [old, prefix] of [
    [recruiter, 'pk_live_'],
    [candidate, 'ck_live_'],
  ] as const) {
    const { status, body } = await rotate(old)
    expect(status).toBe(201)
    const {
      id: _,
      apiKey: text,
      createdAt: __,
      lastFour: ___,
      ...rights
    } = old as Minted & { createdAt: string; lastFour: string }
    expect(body).toMatchObject({ ...rights, lastFour: body.apiKey.slice(-4) })
    expect(body.apiKey).toContain(prefix)
    expect([isWellFormed(body.apiKey), body.apiKey === text]).toEqual([true, false])
    expect((await accounts.findRecord(text)).status).toBe('Revoked')
    expect(await accounts.findRecord(body.apiKey)).toMatchObject({ id: body.id, status: 'Active' })
    const rows = (await accounts.auditRows(`api-key ${old.id}`)).slice(1)
    expect(rows).toMatchObject([
      { actor: prefix === 'pk_live_' ? `key ${old.id}` : 'candidate', action: 'rotate-key' },
    ])
    expect(JSON.stringify(rows)).not.toContain(body.apiKey.slice(8))
  }
})

test('201: with an overlap the old key works that much longer; 400 names overlapSeconds', async () => {
  const old = await accounts.mint(employerId)
  for (const overlapSeconds of [-1, 1.5, 2_592_001, '60']) {
    const { status, body } = await rotate(old, { overlapSeconds })
    expect([status, body.code]).toEqual([400, 'invalid_request'])
    expect(body.message).toContain('overlapSeconds')
  }
  const before = accounts.deps.clock.now().getTime()
  expect((await rotate(old, { overlapSeconds: 60 })).status).toBe(201)
  const { status, expiresAtMs } = await accounts.findRecord(old.apiKey)
  expect(status).toBe('Active')
  expect(expiresAtMs).toBeGreaterThanOrEqual(before + 60_000)
  expect(expiresAtMs).toBeLessThanOrEqual(accounts.deps.clock.now().getTime() + 60_000)
})

test.each([0, 60])(
  'of 20 rotations at once with an overlap of %i s one makes a key; the others are 409 and name it (P-373)',
  async (overlapSeconds) => {
    const old = await accounts.mint(employerId)
    const count = async () => (await operator.listKeys()).length
    const before = await count()
    const responses = await Promise.all(Array.from({ length: 20 }, () => rotate(old, { overlapSeconds })))
    const [made, ...more] = responses.filter(({ status }) => status === 201)
    expect(more).toEqual([])
    const refused = responses.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(19)
    for (const { body } of refused) {
      expect(body.code).toBe('already_rotated')
      expect(body.message).toContain(`replaced by key ${made!.body.id}. Use that one`)
    }
    expect(await count()).toBe(before + 1)
    expect(await successorsOf(old.id)).toEqual([{ id: made!.body.id }])
  },
)

test.each([0, 60])(
  '20 requests with one Idempotency-Key and an overlap of %i s get the same key, 19 as replays; its text is not stored (P-374)',
  async (overlapSeconds) => {
    const old = await accounts.mint(employerId)
    const repeat = randomUUID()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => rotate(old, { overlapSeconds }, repeat)),
    )
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
    const [first] = responses
    for (const { body } of responses) expect(body).toEqual(first!.body)
    const replays = responses.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')
    expect(replays).toHaveLength(19)
    expect(await successorsOf(old.id)).toEqual([{ id: first!.body.id }])
    expect(await findTextInDatabase(accounts.databaseUrl, [first!.body.apiKey.slice(8)])).toEqual([])
    // Another operation on the same key is none of these.
    expect((await rotate(old, { overlapSeconds }, randomUUID())).body.code).toBe('already_rotated')
    expect((await rotate(old, { overlapSeconds })).body.code).toBe('already_rotated')
  },
)

test('422: the same Idempotency-Key with another overlap; 409 when the new key has been used (P-374)', async () => {
  const old = await accounts.mint(employerId, { expiresAt: accounts.timeIn(9e7) })
  const made = await rotate(old, { overlapSeconds: 3_600 }, 'a')
  for (const overlapSeconds of [0, 60, 86_400]) {
    const { status, body } = await rotate(old, { overlapSeconds }, 'a')
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused'])
  }
  expect((await rotate(old, { overlapSeconds: 3_600 }, 'a')).body.apiKey).toBe(made.body.apiKey)
  const uses = [{ kind: 'recruiter', keyId: made.body.id, usedAtMs: Date.now() }]
  expect((await accounts.internal.post('/internal/v1/key-uses', { uses })).status).toBe(204)
  const { status, body } = await rotate(old, { overlapSeconds: 3_600 }, 'a')
  expect([status, body.code]).toEqual([409, 'already_rotated'])
})

test('the same Idempotency-Key for two keys of an employer makes two different keys', async () => {
  const [one, other] = [await accounts.mint(employerId), await accounts.mint(employerId)]
  const [a, b] = await Promise.all([rotate(one, {}, 'same'), rotate(other, {}, 'same')])
  expect([a.status, b.status]).toEqual([201, 201])
  expect(a.body.apiKey).not.toBe(b.body.apiKey)
})

test('400: a key that an operator revokes meanwhile is not rotated', async () => {
  const old = await accounts.mint(employerId)
  await operator.revoke(old.id)
  const { status, body } = await rotate(old)
  expect([status, body.code]).toEqual([400, 'invalid_state'])
})

test('429: an owner has at most 100 new keys in a UTC day, with many rotations at once; a day later it works (P-375)', async () => {
  const crowded = await accounts.newEmployer()
  const keys: Minted[] = []
  for (let i = 0; i < 10; i++) keys.push(await accounts.mint(crowded))
  await accounts.deps.db.sql`
    insert into recruiter_key (employer_id, name, scopes, hash, status, created_at, version, kv_published_version)
    select ${crowded}, 'K', '{JobPosting}', encode(sha256(('crowd' || number)::text::bytea), 'hex'), 'Active',
      ${accounts.deps.clock.now()}, 1, 1 from generate_series(1, ${KEYS_PER_DAY - 13}::integer) number`
  const rotateOf = (key: Minted) =>
    accounts
      .as({ kind: 'recruiter', employerId: crowded, userId: null, keyId: key.id, scopes: [] })
      .post('/api/v1/key/rotate', {})
  const responses = await Promise.all(keys.map(rotateOf))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(3)
  const refused = responses.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(7)
  for (const { body, headers } of refused) {
    expect(body.code).toBe('rate_limited')
    expect(body.message).toContain('rotate the key after 00:00 UTC')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  // Other owners, and operators, are not concerned.
  expect((await rotate(await accounts.mint(employerId))).status).toBe(201)
  const left = keys[responses.findIndex(({ status }) => status === 429)]!
  expect((await operator.rotate(left.id, { overlapSeconds: 2 * 86_400 })).status).toBe(201)
  const other = keys[responses.findLastIndex(({ status }) => status === 429)]!
  accounts.deps.clock.advanceTo(accounts.deps.clock.offsetMs + 86_400_000)
  expect((await rotateOf(other)).status).toBe(201)
})
