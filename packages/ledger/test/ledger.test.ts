import { randomUUID } from 'node:crypto'
import { type ApiError, errorStatus } from '@jobboard/contracts/error'
import { MAX_ID } from '@jobboard/contracts/limits'
import type { Db } from '@jobboard/db/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Debit,
  debit,
  type NewEntry,
  postEntry,
  purgeCredits,
  type Reversal,
  reverse,
} from '../src/entries.ts'
import { listEntries, readBalances } from '../src/read.ts'
import { openSchema } from './support/schema.ts'

let schema: Awaited<ReturnType<typeof openSchema>>
let db: Db
let employerId = 0

beforeAll(async () => {
  schema = await openSchema()
  db = schema.db
})
afterAll(() => schema?.drop())

const now = new Date('2030-01-31T12:00:00Z')
const grant = (entry: Partial<NewEntry> = {}) =>
  db.tx((sql) =>
    postEntry(sql, {
      operationId: randomUUID(),
      employerId,
      kind: 'JobPosting',
      amount: 1,
      cause: 'grant',
      requestId: 'r-1',
      now,
      ...entry,
    }),
  )
const debitOne = (fields: Partial<Debit> = {}) =>
  db.tx((sql) =>
    debit(sql, {
      employerId,
      kind: 'JobPosting',
      cause: 'publish job 7',
      requestId: 'r-2',
      now,
      ...fields,
    }),
  )
const reverseEntry = (entryId: number, fields: Partial<Reversal> = {}) =>
  db.tx((sql) => reverse(sql, { entryId, employerId, kind: 'JobPosting', requestId: 'r-3', now, ...fields }))
const code = (error: unknown) => (error as ApiError).code
const balance = async () => (await readBalances(db.sql, employerId)).JobPosting

test('a grant and a debit each add an entry; lists are newest first', async () => {
  employerId++
  expect(await grant({ amount: 3 })).toMatchObject({ kind: 'JobPosting', amount: 3, balance: 3 })
  expect((await debitOne()).remaining).toBe(2)
  await grant({ kind: 'CvSearch', amount: 5 })
  expect(await readBalances(db.sql, employerId)).toEqual({ JobPosting: 2, CvSearch: 5, CvDownload: 0 })
  expect(await readBalances(db.sql, employerId, ['JobPosting'])).toEqual({ JobPosting: 2 })
  const all = await listEntries(db.sql, employerId, { skip: 0, take: 2 })
  expect(all.total).toBe(3)
  expect(all.items.map((entry) => entry.amount)).toEqual([5, -1])
  const second = await listEntries(db.sql, employerId, { kind: 'JobPosting', skip: 0, take: 50 })
  expect(second.total).toBe(2)
  expect(second.items[0]).toEqual({
    id: expect.any(Number),
    kind: 'JobPosting',
    amount: -1,
    cause: 'publish job 7',
    requestId: 'r-2',
    createdAt: '2030-01-31T12:00:00.000Z',
  })
  const past = await listEntries(db.sql, employerId, { skip: 99_900, take: 100 })
  expect(past).toMatchObject({ total: 3, items: [] })
})

test('entries are listed newest first by date, then by id, even when the clocks of two replicas differ (D-05)', async () => {
  employerId++
  const at = (minute: number) => new Date(now.getTime() + minute * 60_000)
  const minutes = [3, 1, 2, 1, 3, 0]
  for (const minute of minutes) await grant({ amount: minute + 1, now: at(minute) })
  const rows = (skip: number, kind?: 'JobPosting') => listEntries(db.sql, employerId, { skip, take: 4, kind })
  for (const kind of [undefined, 'JobPosting'] as const) {
    const items = [...(await rows(0, kind)).items, ...(await rows(4, kind)).items]
    expect(items.map(({ amount }) => amount - 1)).toEqual([3, 3, 2, 1, 1, 0])
    const [first, second, , fourth, fifth] = items.map(({ id }) => id)
    expect([first! > second!, fourth! > fifth!]).toEqual([true, true])
  }
})

test('before an entry: the entries that follow it in the list, with the total of all', async () => {
  employerId++
  const seconds = [2, 2, 1, 2, 0, 1, 1]
  const kinds = ['JobPosting', 'CvSearch'] as const
  for (const [i, second] of seconds.entries())
    await grant({ kind: kinds[i % 2]!, now: new Date(now.getTime() + second * 1_000) })
  for (const kind of [undefined, ...kinds]) {
    const { items: all } = await listEntries(db.sql, employerId, { kind, take: 50 })
    for (const [i, { createdAt, id }] of all.entries()) {
      const before = { createdAt: new Date(createdAt), id }
      const query = { kind, before, take: 2 }
      const rest = await listEntries(db.sql, employerId, query)
      expect(rest).toEqual({ total: all.length, items: all.slice(i + 1, i + 3) })
      const uncounted = await listEntries(db.sql, employerId, { ...query, withTotal: false })
      expect(uncounted).toEqual({ ...rest, total: null })
    }
    // Ids 0 and the largest one stand for all and none of the entries with this timestamp.
    const createdAt = new Date(now.getTime() + 2_000)
    const older = all.filter((entry) => entry.createdAt < createdAt.toISOString())
    const strictly = await listEntries(db.sql, employerId, { kind, before: { createdAt, id: 0 }, take: 50 })
    expect(strictly.items).toEqual(older)
    const id = Number.MAX_SAFE_INTEGER
    const same = await listEntries(db.sql, employerId, { kind, before: { createdAt, id }, take: 50 })
    expect(same.items).toEqual(all)
  }
})

test('402: no credit of this kind and employer, whatever the other balances', async () => {
  employerId++
  await grant({ kind: 'CvSearch', amount: 5 })
  await grant({ employerId: 1_000_000, amount: 5 })
  const error = await debitOne().catch((failure: unknown) => failure)
  expect(errorStatus[code(error)]).toBe(402)
  expect((error as ApiError).message).toMatch(/JobPosting.*employer portal/)
  expect(await balance()).toBe(0)
  await grant()
  await debitOne()
  await expect(debitOne()).rejects.toMatchObject({ code: 'no_credits' })
})

test('a debit rolls back with the transaction that it pays for', async () => {
  employerId++
  await grant()
  const failing = db.tx(async (sql) => {
    await debit(sql, { employerId, kind: 'JobPosting', cause: 'x', requestId: 'r', now })
    throw new Error('invalid_state')
  })
  await expect(failing).rejects.toThrow('invalid_state')
  expect(await balance()).toBe(1)
  expect((await listEntries(db.sql, employerId, { skip: 0, take: 50 })).total).toBe(1)
})

test('40 parallel debits with 25 credits: exactly 25 succeed', async () => {
  employerId++
  await grant({ amount: 25 })
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => debitOne()))
  const succeeded = results.filter((result) => result.status === 'fulfilled')
  const failed = results.filter((result) => result.status === 'rejected')
  expect(succeeded.map((result) => result.value.remaining).toSorted((a, b) => a - b)).toEqual([
    ...Array(25).keys(),
  ])
  expect(new Set(failed.map((result) => code(result.reason)))).toEqual(new Set(['no_credits']))
  expect(await balance()).toBe(0)
})

test('a repeated operation returns the first entry, whatever the balance is now', async () => {
  employerId++
  const first = await grant({ operationId: 'op-again', amount: 2 })
  await debitOne()
  expect(await grant({ operationId: 'op-again', amount: 2 })).toEqual({ ...first, isNew: false })
  const correction = await grant({ operationId: 'op-take', amount: -1 })
  expect(await grant({ operationId: 'op-take', amount: -1 })).toEqual({ ...correction, isNew: false })
  expect(await balance()).toBe(0)
})

test('40 parallel grants and 20 parallel debits add up', async () => {
  employerId++
  await grant({ amount: 20 })
  await Promise.all([
    ...Array.from({ length: 40 }, () => grant({ amount: 2 })),
    ...Array.from({ length: 20 }, () => debitOne()),
  ])
  expect(await balance()).toBe(80)
  const { items } = await listEntries(db.sql, employerId, { skip: 0, take: 100 })
  expect(items.reduce((sum, entry) => sum + entry.amount, 0)).toBe(80)
})

test('20 parallel repeats of one operation post one entry', async () => {
  employerId++
  const results = await Promise.all(
    Array.from({ length: 20 }, () => grant({ operationId: 'op-race', amount: 4 })),
  )
  expect(new Set(results.map((result) => result.balance))).toEqual(new Set([4]))
  expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(await balance()).toBe(4)
})

test('422: an operation id belongs to one entry, also when two different ones are posted in parallel', async () => {
  employerId += 10
  const others = Array.from({ length: 10 }, (_, i) =>
    grant({ operationId: 'op-other', employerId: employerId - i }),
  )
  const results = await Promise.allSettled(others)
  const failed = results.filter((result) => result.status === 'rejected')
  expect(failed.map((result) => code(result.reason))).toEqual(Array(9).fill('idempotency_key_reused'))
  const own = { operationId: 'op-own' }
  await grant(own)
  for (const other of [{ amount: 2 }, { kind: 'CvSearch' as const }, { employerId: employerId - 1 }]) {
    await expect(grant({ ...own, ...other })).rejects.toMatchObject({ status: 422 })
  }
})

test('400: a balance below 0 or above int32, amount 0, and a fraction of a credit', async () => {
  employerId++
  await grant({ amount: 2 })
  for (const amount of [-3, MAX_ID - 1, MAX_ID, 2 ** 40, -(2 ** 40), 0, 0.5, Number.NaN, 2 ** 60]) {
    await expect(grant({ amount }), String(amount)).rejects.toMatchObject({ code: 'invalid_request' })
  }
  expect(await grant({ amount: MAX_ID - 2 })).toMatchObject({ balance: MAX_ID })
  expect(await grant({ amount: -MAX_ID })).toMatchObject({ balance: 0 })
})

test('a reversal is an entry of the opposite amount that refers to the reversed entry; both stay unchanged', async () => {
  employerId++
  const granted = await grant({ amount: 5 })
  const { entryId: debitId } = await debitOne()
  expect(await reverseEntry(debitId, { reason: 'refund' })).toMatchObject({
    amount: 1,
    balance: 5,
    isNew: true,
  })
  expect(await reverseEntry(granted.entryId)).toMatchObject({ amount: -5, balance: 0 })
  const { items } = await listEntries(db.sql, employerId, { skip: 0, take: 50 })
  expect(items.map(({ amount, cause }) => [amount, cause])).toEqual([
    [-5, `reversal of entry ${granted.entryId}`],
    [1, `reversal of entry ${debitId}: refund`],
    [-1, 'publish job 7'],
    [5, 'grant'],
  ])
  const [second, first] = items
  expect(items.map((entry) => [entry.reversedEntryId, entry.reversedByEntryId])).toEqual([
    [granted.entryId, undefined],
    [debitId, undefined],
    [undefined, first!.id],
    [undefined, second!.id],
  ])
  expect(Object.keys(items[0]!)).not.toContain('reversedByEntryId')
  expect(await balance()).toBe(0)
})

test('an entry is reversed once: 20 parallel calls and a later one return the first reversal', async () => {
  employerId++
  await grant({ amount: 2 })
  const { entryId } = await debitOne()
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, i) => reverseEntry(entryId, { reason: `try ${i}` })),
  )
  expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
  for (const result of results) expect(result).toEqual({ ...results[0], isNew: result.isNew })
  await debitOne()
  expect(await reverseEntry(entryId)).toEqual({ ...results[0], isNew: false })
  expect(await balance()).toBe(1)
})

test('400: a reversal of a reversal, or a balance below 0 or above int32; the latter can succeed later', async () => {
  employerId++
  const { entryId: granted } = await grant({ amount: 3 })
  const { entryId: debitId } = await debitOne()
  await expect(reverseEntry(granted)).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'amount: -3 would make the JobPosting balance -1; it is 2 and cannot go below 0.',
  })
  await grant({ amount: MAX_ID - 2 })
  await expect(reverseEntry(debitId)).rejects.toMatchObject({ code: 'invalid_request' })
  await debitOne()
  const refund = await reverseEntry(debitId)
  const error = await reverseEntry(refund.entryId).catch((failure: unknown) => failure)
  expect([code(error), (error as ApiError).message]).toEqual([
    'invalid_state',
    expect.stringContaining('cannot be reversed'),
  ])
  await reverseEntry(granted)
  expect(await balance()).toBe(MAX_ID - 3)
})

test('404: the entry belongs to another employer or kind, or does not exist', async () => {
  employerId += 2
  const { entryId } = await grant()
  for (const other of [{ employerId: employerId - 1 }, { kind: 'CvSearch' as const }]) {
    await expect(reverseEntry(entryId, other)).rejects.toMatchObject({ code: 'not_found' })
  }
  await expect(reverseEntry(MAX_ID)).rejects.toMatchObject({ code: 'not_found' })
  expect(await balance()).toBe(1)
})

test('the database rejects updates and deletes of entries, and a second reversal of one', async () => {
  employerId++
  const { entryId } = await grant({ amount: 2 })
  await reverseEntry(entryId)
  const appendOnly = /append-only/
  await expect(db.sql`update credit_entry set amount = 9 where id = ${entryId}`).rejects.toThrow(appendOnly)
  await expect(db.sql`delete from credit_entry where id = ${entryId}`).rejects.toThrow(appendOnly)
  await expect(db.sql`truncate credit_entry`).rejects.toThrow(appendOnly)
  await expect(
    db.sql`
      insert into credit_entry
        (employer_id, kind, amount, balance_after, cause, request_id, reversed_entry_id, created_at)
      values (${employerId}, 'JobPosting', -2, 0, 'x', 'r', ${entryId}, ${now})`,
  ).rejects.toThrow(/credit_entry_reversed/)
  const { total } = await listEntries(db.sql, employerId, { skip: 0, take: 50 })
  expect(total).toBe(2)
})

test('entries and balances of a retired sandbox can be deleted, of no other employer (P-900)', async () => {
  employerId += 2
  await grant({ amount: 2 })
  const sandboxId = employerId
  employerId++
  await grant({ amount: 2 })
  const purge = (id: number) => db.tx((sql) => purgeCredits(sql, id))
  await expect(purge(sandboxId)).rejects.toThrow(/append-only/)
  await db.sql`insert into retired_sandbox (sandbox_id, retired_at) values (${sandboxId}, now())`
  await expect(purge(employerId)).rejects.toThrow(/append-only/)
  await expect(db.sql`delete from credit_entry where employer_id >= ${sandboxId}`).rejects.toThrow(
    /append-only/,
  )
  await expect(db.sql`update credit_entry set amount = 9 where employer_id = ${sandboxId}`).rejects.toThrow(
    /append-only/,
  )
  await purge(sandboxId)
  const left = await db.sql`
    select employer_id from credit_entry where employer_id in (${sandboxId}, ${employerId}) union all
    select employer_id from credit_balance where employer_id in (${sandboxId}, ${employerId})`
  expect(left).toEqual([{ employerId }, { employerId }])
})
