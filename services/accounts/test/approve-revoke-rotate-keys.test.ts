import { kindOf } from '@jobboard/service/auth/api-key'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Accounts } from './support/boot-accounts.ts'
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

test('200: approving a pending key makes it Active; approving it again changes nothing (D-15)', async () => {
  const key = await accounts.mint(employerId, { scopes: ['CvSearch'] })
  const responses = await Promise.all(Array.from({ length: 8 }, () => operator.approve(key.id)))
  expect(responses.map(({ status, body }) => [status, body.status])).toEqual(
    responses.map(() => [200, 'Active']),
  )
  const { hasApproved: _, ...shown } = responses[0]!.body
  expect(shown).toEqual(await operator.getListed(key.id))
  expect(responses.filter(({ body }) => body.hasApproved).length).toBe(1)
  expect(await accounts.findRecord(key.apiKey)).toMatchObject({ status: 'Active', version: 2 })
  expect(await accounts.auditRows(`api-key ${key.id}`)).toMatchObject([
    { action: 'mint-recruiter-key' },
    { action: 'approve-key', before: { status: 'PendingApproval' }, after: { status: 'Active' } },
  ])
})

test('204: revoking a key of either kind is permanent; revoking it again changes nothing (D-16)', async () => {
  for (const key of [await accounts.mint(employerId), await accounts.mintForCandidate(candidateId)]) {
    const responses = await Promise.all(Array.from({ length: 8 }, () => operator.revoke(key.id)))
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 204))
    expect(await accounts.findRecord(key.apiKey)).toMatchObject({ status: 'Revoked', version: 2 })
    const { apiKey: _, ...before } = key
    const [, row, ...more] = await accounts.auditRows(`api-key ${key.id}`)
    expect(more).toEqual([])
    expect(row).toEqual({
      ...{ actor: 'olga', action: 'revoke-key', requestId: 'test-request' },
      ...{ before, after: { ...before, status: 'Revoked' } },
    })
  }
})

test('400: a revoked key cannot be approved or rotated; the message says to mint a new one', async () => {
  const key = await accounts.mint(employerId, { scopes: ['CvSearch'] })
  await operator.revoke(key.id)
  for (const response of [await operator.approve(key.id), await operator.rotate(key.id)]) {
    expect([response.status, response.body.code]).toEqual([400, 'invalid_state'])
    expect(response.body.message).toMatch(/is Revoked .*; mint a new one/)
  }
  expect(await accounts.auditRows(`api-key ${key.id}`)).toHaveLength(2)
})

test('404: approve, revoke and rotate an unknown key; approve a candidate key', async () => {
  for (const call of [operator.approve, operator.revoke, operator.rotate])
    expect((await call(2147483647)).status).toBe(404)
  expect((await operator.approve((await accounts.mintForCandidate(candidateId)).id)).status).toBe(404)
})

test('201: rotation mints one successor with the same rights and revokes the old key at once (D-16)', async () => {
  const userId = await accounts.newUser(employerId)
  const old = await accounts.mint(employerId, {
    userId,
    scopes: ['Applications'],
    expiresAt: accounts.timeIn(9e7),
  })
  const responses = await Promise.all(Array.from({ length: 8 }, () => operator.rotate(old.id)))
  const [successor, ...more] = responses.filter(({ status }) => status === 201)
  expect(more).toEqual([])
  expect(responses.filter(({ body }) => body.code === 'invalid_state')).toHaveLength(7)
  expect(successor!.body).toMatchObject({
    ...{ name: 'ATS', scopes: ['Applications'], userId, status: 'Active', expiresAt: old.expiresAt },
    apiKey: expect.stringMatching(/^pk_live_/),
  })
  expect((await accounts.findRecord(old.apiKey)).status).toBe('Revoked')
  expect(await accounts.findRecord(successor!.body.apiKey)).toMatchObject({
    id: successor!.body.id,
    status: 'Active',
    employerId,
  })
})

test('400: a key is rotated once; the message names its successor', async () => {
  const old = await accounts.mint(employerId)
  const successor = await operator.rotate(old.id, { overlapSeconds: 60 })
  const again = await operator.rotate(old.id)
  expect([again.status, again.body.code]).toEqual([400, 'invalid_state'])
  expect(again.body.message).toContain(`key ${successor.body.id}`)
})

test('a rotation writes one audit row, with both keys and the text of neither', async () => {
  for (const old of [await accounts.mint(employerId), await accounts.mintForCandidate(candidateId)]) {
    const { apiKey, ...successor } = (await operator.rotate(old.id, { overlapSeconds: 60 })).body
    const { expiresAtMs } = await accounts.findRecord(old.apiKey)
    const { apiKey: text, ...before } = old
    const rows = await accounts.auditRows(`api-key ${old.id}`)
    expect(rows.slice(1)).toEqual([
      {
        ...{ actor: 'olga', action: 'rotate-key', requestId: 'test-request', before },
        after: { ...before, expiresAt: new Date(expiresAtMs!).toISOString(), replacedBy: successor },
      },
    ])
    expect(await accounts.auditRows(`api-key ${successor.id}`)).toEqual([])
    for (const secret of [apiKey, text]) expect(JSON.stringify(rows)).not.toContain(secret.slice(8))
  }
})

test('revoked and rotated concurrently: the old key is revoked; a successor exists only after a 201', async () => {
  for (let round = 0; round < 40; round++) {
    const old = await accounts.mint(employerId)
    const calls = [
      () => operator.revoke(old.id),
      () => operator.rotate(old.id, { overlapSeconds: (round % 4) * 20 }),
    ]
    if (round % 2) calls.reverse()
    // The first two rounds are in turn, so that each order is seen. Which of two concurrent calls is first is open.
    const responses =
      round < 2 ? [await calls[0]!(), await calls[1]!()] : await Promise.all(calls.map((call) => call()))
    const [revoked, rotated] = round % 2 ? responses.reverse() : responses
    expect(revoked!.status).toBe(204)
    if (round < 2) expect(rotated!.status).toBe(round === 0 ? 400 : 201)
    expect(await accounts.findRecord(old.apiKey)).toMatchObject({ status: 'Revoked' })
    const { sql } = accounts.deps.db
    const [row] = await sql<{ replacedBy: number | null }>`
      select replaced_by from recruiter_key where id = ${old.id}`
    const actions = (await accounts.auditRows(`api-key ${old.id}`)).map(({ action }) => action)
    if (rotated!.status === 201) {
      expect(row!.replacedBy).toBe(rotated!.body.id)
      expect(await accounts.findRecord(rotated!.body.apiKey)).toMatchObject({ status: 'Active' })
      expect(actions.slice(0, 2)).toEqual(['mint-recruiter-key', 'rotate-key'])
    } else {
      expect([rotated!.status, rotated!.body.code, row!.replacedBy]).toEqual([400, 'invalid_state', null])
      expect(actions).toEqual(['mint-recruiter-key', 'revoke-key'])
    }
  }
})

test('201: the successor of a candidate key belongs to the same candidate', async () => {
  const old = await accounts.mintForCandidate(candidateId, { scopes: ['Apply', 'Applications'] })
  const { body } = await operator.rotate(old.id, {})
  expect(kindOf(body.apiKey)).toBe('candidate')
  expect(await accounts.findRecord(body.apiKey)).toMatchObject({
    candidateId,
    scopes: ['Apply', 'Applications'],
  })
})

test('201: the old key expires after overlapSeconds, or earlier if it would have; it cannot be rotated again', async () => {
  const withoutExpiry = await accounts.mint(employerId)
  const before = accounts.deps.clock.now().getTime()
  expect((await operator.rotate(withoutExpiry.id, { overlapSeconds: 60 })).status).toBe(201)
  const record = await accounts.findRecord(withoutExpiry.apiKey)
  expect(record).toMatchObject({ status: 'Active', version: 2 })
  expect(record.expiresAtMs! - before).toBeGreaterThanOrEqual(60_000)
  expect(record.expiresAtMs! - accounts.deps.clock.now().getTime()).toBeLessThanOrEqual(60_000)
  expect((await operator.rotate(withoutExpiry.id)).body.code).toBe('invalid_state')

  const expiresAt = accounts.timeIn(30_000)
  const short = await accounts.mint(employerId, { expiresAt })
  await operator.rotate(short.id, { overlapSeconds: 60 })
  expect((await accounts.findRecord(short.apiKey)).expiresAtMs).toBe(Date.parse(expiresAt))
})

test.each([-1, 2_592_001, 1.5, '60', 1e300])('400: overlapSeconds %s', async (overlapSeconds) => {
  const key = await accounts.mint(employerId)
  const response = await operator.rotate(key.id, { overlapSeconds })
  expect(response.status).toBe(400)
  expect(response.body.message).toContain('overlapSeconds')
  expect((await accounts.findRecord(key.apiKey)).version).toBe(1)
})

test.each([[0], [2_592_000], [null]])('201: overlapSeconds %s', async (overlapSeconds) => {
  const key = await accounts.mint(employerId)
  expect((await operator.rotate(key.id, { overlapSeconds })).status).toBe(201)
  expect((await accounts.findRecord(key.apiKey)).status).toBe(overlapSeconds ? 'Active' : 'Revoked')
})

test('201: the successor of a pending key is pending', async () => {
  const key = await accounts.mint(employerId, { scopes: ['CvSearch'] })
  expect((await operator.rotate(key.id)).body.status).toBe('PendingApproval')
})

test('400: an expired key is listed as Expired and cannot be approved or rotated (Spec §5.2)', async () => {
  const key = await accounts.mint(employerId, { scopes: ['CvSearch'], expiresAt: accounts.timeIn(3_600_000) })
  const revoked = await accounts.mint(employerId, { expiresAt: accounts.timeIn(3_600_000) })
  await operator.revoke(revoked.id)
  expect((await operator.getListed(key.id)).status).toBe('PendingApproval')
  accounts.deps.clock.advanceTo(accounts.deps.clock.offsetMs + 3_600_000)
  expect((await operator.getListed(key.id)).status).toBe('Expired')
  expect((await operator.getListed(revoked.id)).status).toBe('Revoked')
  expect((await operator.approve(key.id)).body.code).toBe('invalid_state')
  expect((await operator.rotate(key.id)).body.code).toBe('invalid_state')
})
