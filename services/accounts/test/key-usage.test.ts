import { randomUUID } from 'node:crypto'
import type { KeyCalls } from '@jobboard/contracts/keys/internal'
import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteOldUsage } from '../src/service.ts'
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

const none = { ok: 0, clientErrors: 0, rateLimited: 0, serverErrors: 0 }
const dayAgo = (days: number) =>
  new Date(accounts.deps.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10)
const report = (usage: Partial<KeyCalls>[], id: string = randomUUID()) =>
  accounts.internal.post(
    '/internal/v1/key-uses',
    { uses: [], usage: usage.map((one) => ({ ...none, date: dayAgo(0), family: 'jobs', ...one })) },
    { 'idempotency-key': id },
  )
const read = ({ id, apiKey }: Minted, query = '') =>
  accounts
    .as(
      apiKey.startsWith('pk')
        ? { ...{ kind: 'recruiter', employerId, userId: null, keyId: id }, scopes: [] }
        : { ...{ kind: 'candidate', candidateId, keyId: id }, scopes: [] },
    )
    .get(`/api/v1/key/usage${query}`)

test('the reports of 20 gateways at once add up, each of them once although it is sent three times (P-376)', async () => {
  const keys = [await accounts.mint(employerId), await accounts.mintForCandidate(candidateId)]
  const send = (gateway: number, id: string) => {
    const usage = keys.flatMap(({ id: keyId }) => [
      { keyId, ok: 1, clientErrors: 2, rateLimited: 3, serverErrors: gateway },
      { keyId, family: 'applications', ok: 10 },
      { keyId, date: dayAgo(1), ok: 100 },
    ])
    return report(gateway % 2 ? usage.reverse() : usage, id)
  }
  const ids = Array.from({ length: 20 }, () => randomUUID())
  const responses = await Promise.all([...ids, ...ids, ...ids].map((id, at) => send(at % 20, id)))
  // A gateway sends a report again when the response is that its first copy is still being processed.
  const statuses = new Set(responses.map(({ status }) => status))
  expect([...statuses].filter((status) => status !== 204 && status !== 409)).toEqual([])
  for (const [at, id] of ids.entries()) expect((await send(at, id)).status).toBe(204)
  for (const key of keys) {
    const { status, body } = await read(key)
    expect(status).toBe(200)
    expect(body).toEqual({
      days: [
        { ...none, date: dayAgo(0), family: 'applications', ok: 200 },
        { date: dayAgo(0), family: 'jobs', ok: 20, clientErrors: 40, rateLimited: 60, serverErrors: 190 },
        { ...none, date: dayAgo(1), family: 'jobs', ok: 2_000 },
      ],
    })
  }
})

test('200: days counts UTC days back from the present one, 30 without it; another key of the employer has its own', async () => {
  const [key, other] = [await accounts.mint(employerId), await accounts.mint(employerId)]
  for (const days of [0, 1, 29, 30]) await report([{ keyId: key.id, date: dayAgo(days), ok: days + 1 }])
  const days = async (query: string) => (await read(key, query)).body.days.map(({ ok }: KeyCalls) => ok - 1)
  expect(await days('?days=1')).toEqual([0])
  expect(await days('?days=2')).toEqual([0, 1])
  expect(await days('?days=29')).toEqual([0, 1])
  expect(await days('?days=30')).toEqual([0, 1, 29])
  expect(await days('')).toEqual([0, 1, 29])
  expect((await read(other)).body).toEqual({ days: [] })
  for (const query of ['?days=0', '?days=31', '?days=x', '?days=']) {
    const { status, body } = await read(key, query)
    expect([status, body.code]).toEqual([400, 'invalid_request'])
    expect(body.message).toContain('days')
  }
})

test('204: the report of an older gateway has no calls; 400 for a count or day that is none', async () => {
  const { id } = await accounts.mint(employerId)
  const uses = [{ kind: 'recruiter', keyId: id, usedAtMs: Date.parse('2030-01-01T00:00:00Z') }]
  expect((await accounts.internal.post('/internal/v1/key-uses', { uses })).status).toBe(204)
  expect((await operator.getListed(id)).lastUsedAt).toBe('2030-01-01T00:00:00.000Z')
  for (const wrong of [{ ok: -1 }, { date: '2030-02-30' }, { family: '' }, { keyId: 0 }]) {
    expect((await report([{ keyId: id, ...wrong }])).status).toBe(400)
  }
})

test('rows older than 30 UTC days are deleted by replicas at once, younger ones stay (P-376)', async () => {
  const { sql } = accounts.deps.db
  await sql`
    insert into key_usage select 2000000 + number, ${dayAgo(30)}::date, 'jobs', 1, 0, 0, 0
    from generate_series(1, 2100) number`
  await report([{ keyId: 2_000_000, date: dayAgo(29), ok: 1 }])
  await Promise.all([deleteOldUsage.run(accounts.deps), deleteOldUsage.run(accounts.deps)])
  await deleteOldUsage.run(accounts.deps)
  const rows = await sql<{ keyId: number }>`select key_id from key_usage where key_id >= 2000000`
  expect(rows).toEqual([{ keyId: 2_000_000 }])
})

test('the calls of a candidate who is erased are deleted', async () => {
  const key = await accounts.mintForCandidate(candidateId)
  await report([{ keyId: key.id, ok: 1 }])
  const { sql } = accounts.deps.db
  await sql`update candidate_key set candidate_id = 1000001 where id = ${key.id}`
  accounts.deps.clock.advanceTo(accounts.deps.clock.offsetMs + 60_000)
  await publishErased(accounts, 1_000_001)
  await erasuresConfirmed(accounts, [1_000_001])
  expect(await sql`select 1 from key_usage where key_id = ${key.id}`).toEqual([])
})
