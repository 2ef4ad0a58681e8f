import { kindOf } from '@jobboard/service/auth/api-key'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type KeyDesk, openKeyDesk } from './support/key-desk.ts'
import type { Accounts } from './support/setup.ts'

let desk: KeyDesk
let accounts: Accounts
let employerId: number
let candidateId: number
beforeAll(async () => {
  desk = await openKeyDesk()
  ;({ accounts, employerId, candidateId } = desk)
})
afterAll(() => desk.stop())

test('200: approving makes a waiting key Active once; again it changes nothing (D-15)', async () => {
  const key = await accounts.mint(employerId, { scopes: ['CvSearch'] })
  const answers = await Promise.all(Array.from({ length: 8 }, () => desk.approve(key.id)))
  expect(answers.map(({ status, body }) => [status, body.status])).toEqual(answers.map(() => [200, 'Active']))
  expect(answers[0]!.body).toEqual(await desk.listed(key.id))
  expect(await accounts.find(key.apiKey)).toMatchObject({ status: 'Active', version: 2 })
  expect(await accounts.audits(`api-key ${key.id}`)).toMatchObject([
    { action: 'mint-recruiter-key' },
    { action: 'approve-key', before: { status: 'PendingApproval' }, after: { status: 'Active' } },
  ])
})

test('204: revoking ends a key of either kind for good; again it changes nothing (D-16)', async () => {
  for (const key of [await accounts.mint(employerId), await accounts.mintForCandidate(candidateId)]) {
    const answers = await Promise.all(Array.from({ length: 8 }, () => desk.revoke(key.id)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
    expect(await accounts.find(key.apiKey)).toMatchObject({ status: 'Revoked', version: 2 })
    const { apiKey: _, ...before } = key
    const [, row, ...more] = await accounts.audits(`api-key ${key.id}`)
    expect(more).toEqual([])
    expect(row).toEqual({
      ...{ actor: 'olga', action: 'revoke-key', requestId: 'test-request' },
      ...{ before, after: { ...before, status: 'Revoked' } },
    })
  }
})

test('400: a revoked key is neither approved nor rotated, and the answer says so', async () => {
  const key = await accounts.mint(employerId, { scopes: ['CvSearch'] })
  await desk.revoke(key.id)
  for (const answer of [await desk.approve(key.id), await desk.rotate(key.id)]) {
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_state'])
    expect(answer.body.message).toMatch(/is Revoked .*; mint a new one/)
  }
  expect(await accounts.audits(`api-key ${key.id}`)).toHaveLength(2)
})

test('404: approve, revoke and rotate of a key of nobody; approve of a candidate key, which never waits', async () => {
  for (const call of [desk.approve, desk.revoke, desk.rotate])
    expect((await call(2147483647)).status).toBe(404)
  expect((await desk.approve((await accounts.mintForCandidate(candidateId)).id)).status).toBe(404)
})

test('201: rotation gives one successor with the same rights and ends the old key at once (D-16)', async () => {
  const userId = await accounts.user(employerId)
  const old = await accounts.mint(employerId, {
    userId,
    scopes: ['Applications'],
    expiresAt: accounts.inMs(9e7),
  })
  const answers = await Promise.all(Array.from({ length: 8 }, () => desk.rotate(old.id)))
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

test('400: a key that was rotated already names the one that took its place', async () => {
  const old = await accounts.mint(employerId)
  const fresh = await desk.rotate(old.id, { overlapSeconds: 60 })
  const again = await desk.rotate(old.id)
  expect([again.status, again.body.code]).toEqual([400, 'invalid_state'])
  expect(again.body.message).toContain(`key ${fresh.body.id}`)
})

test('a rotation leaves one audit row with the old key, the new one and no text of either', async () => {
  for (const old of [await accounts.mint(employerId), await accounts.mintForCandidate(candidateId)]) {
    const { apiKey, ...fresh } = (await desk.rotate(old.id, { overlapSeconds: 60 })).body
    const { expiresAtMs } = await accounts.find(old.apiKey)
    const { apiKey: text, ...before } = old
    const rows = await accounts.audits(`api-key ${old.id}`)
    expect(rows.slice(1)).toEqual([
      {
        ...{ actor: 'olga', action: 'rotate-key', requestId: 'test-request', before },
        after: { ...before, expiresAt: new Date(expiresAtMs!).toISOString(), replacedBy: fresh },
      },
    ])
    expect(await accounts.audits(`api-key ${fresh.id}`)).toEqual([])
    for (const secret of [apiKey, text]) expect(JSON.stringify(rows)).not.toContain(secret.slice(8))
  }
})

test('revoking beside rotating: the old key ends, and there is a successor only if the rotation was answered 201', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 40; round++) {
    const old = await accounts.mint(employerId)
    const calls = [() => desk.revoke(old.id), () => desk.rotate(old.id, { overlapSeconds: (round % 4) * 20 })]
    if (round % 2) calls.reverse()
    const answers = await Promise.all(calls.map((call) => call()))
    const [revoked, rotated] = round % 2 ? answers.reverse() : answers
    expect(revoked!.status).toBe(204)
    expect(await accounts.find(old.apiKey)).toMatchObject({ status: 'Revoked' })
    const { sql } = accounts.deps.db
    const [row] = await sql<{ replacedBy: number | null }>`
      select replaced_by from recruiter_key where id = ${old.id}`
    const actions = (await accounts.audits(`api-key ${old.id}`)).map(({ action }) => action)
    if (rotated!.status === 201) {
      expect(row!.replacedBy).toBe(rotated!.body.id)
      expect(await accounts.find(rotated!.body.apiKey)).toMatchObject({ status: 'Active' })
      expect(actions.slice(0, 2)).toEqual(['mint-recruiter-key', 'rotate-key'])
    } else {
      expect([rotated!.status, rotated!.body.code, row!.replacedBy]).toEqual([400, 'invalid_state', null])
      expect(actions).toEqual(['mint-recruiter-key', 'revoke-key'])
    }
    outcomes.add(String(rotated!.status))
  }
  expect([...outcomes].sort()).toEqual(['201', '400'])
})

test('201: a candidate key is rotated into a candidate key of the same candidate', async () => {
  const old = await accounts.mintForCandidate(candidateId, { scopes: ['Apply', 'Applications'] })
  const { body } = await desk.rotate(old.id, {})
  expect(kindOf(body.apiKey)).toBe('candidate')
  expect(await accounts.find(body.apiKey)).toMatchObject({
    candidateId,
    scopes: ['Apply', 'Applications'],
  })
})

test('201: with overlapSeconds the old key lives that much longer, never longer than before, and is rotated once', async () => {
  const endless = await accounts.mint(employerId)
  const before = accounts.deps.clock.now().getTime()
  expect((await desk.rotate(endless.id, { overlapSeconds: 60 })).status).toBe(201)
  const record = await accounts.find(endless.apiKey)
  expect(record).toMatchObject({ status: 'Active', version: 2 })
  expect(record.expiresAtMs! - before).toBeGreaterThanOrEqual(60_000)
  expect(record.expiresAtMs! - accounts.deps.clock.now().getTime()).toBeLessThanOrEqual(60_000)
  expect((await desk.rotate(endless.id)).body.code).toBe('invalid_state')

  const expiresAt = accounts.inMs(30_000)
  const short = await accounts.mint(employerId, { expiresAt })
  await desk.rotate(short.id, { overlapSeconds: 60 })
  expect((await accounts.find(short.apiKey)).expiresAtMs).toBe(Date.parse(expiresAt))
})

test.each([-1, 2_592_001, 1.5, '60', 1e300])('400: overlapSeconds %s', async (overlapSeconds) => {
  const key = await accounts.mint(employerId)
  const answer = await desk.rotate(key.id, { overlapSeconds })
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain('overlapSeconds')
  expect((await accounts.find(key.apiKey)).version).toBe(1)
})

test.each([[0], [2_592_000], [null]])('201: overlapSeconds %s', async (overlapSeconds) => {
  const key = await accounts.mint(employerId)
  expect((await desk.rotate(key.id, { overlapSeconds })).status).toBe(201)
  expect((await accounts.find(key.apiKey)).status).toBe(overlapSeconds ? 'Active' : 'Revoked')
})

test('a waiting key is rotated into a waiting key: rotation approves nothing', async () => {
  const key = await accounts.mint(employerId, { scopes: ['CvSearch'] })
  expect((await desk.rotate(key.id)).body.status).toBe('PendingApproval')
})

test('Expired: lists tell it by the clock, to the second, and an expired key is not approved or rotated', async () => {
  const key = await accounts.mint(employerId, { scopes: ['CvSearch'], expiresAt: accounts.inMs(3_600_000) })
  const gone = await accounts.mint(employerId, { expiresAt: accounts.inMs(3_600_000) })
  await desk.revoke(gone.id)
  expect((await desk.listed(key.id)).status).toBe('PendingApproval')
  accounts.deps.clock.advanceTo(accounts.deps.clock.offsetMs + 3_600_000)
  expect((await desk.listed(key.id)).status).toBe('Expired')
  expect((await desk.listed(gone.id)).status).toBe('Revoked')
  expect((await desk.approve(key.id)).body.code).toBe('invalid_state')
  expect((await desk.rotate(key.id)).body.code).toBe('invalid_state')
})
