import { randomUUID } from 'node:crypto'
import { type ApiError, errorStatus } from '@jobboard/contracts/error'
import { MAX_ID } from '@jobboard/contracts/limits'
import type { Db } from '@jobboard/db/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Addition, add } from '../src/add.ts'
import { type Debit, debit } from '../src/debit.ts'
import { listEntries, listEntryDates, readBalances } from '../src/read.ts'
import { type Reversal, reverse } from '../src/reverse.ts'
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
const give = (addition: Partial<Addition> = {}) =>
  db.tx((sql) =>
    add(sql, {
      operationId: randomUUID(),
      employerId,
      kind: 'JobPosting',
      amount: 1,
      cause: 'grant',
      requestId: 'r-1',
      now,
      ...addition,
    }),
  )
const spend = (spending: Partial<Debit> = {}) =>
  db.tx((sql) =>
    debit(sql, {
      employerId,
      kind: 'JobPosting',
      cause: 'publish job 7',
      requestId: 'r-2',
      now,
      ...spending,
    }),
  )
const undo = (entryId: number, named: Partial<Reversal> = {}) =>
  db.tx((sql) => reverse(sql, { entryId, employerId, kind: 'JobPosting', requestId: 'r-3', now, ...named }))
const code = (error: unknown) => (error as ApiError).code
const balance = async () => (await readBalances(db.sql, employerId)).JobPosting

test('credits are given and spent, each with an entry, newest first', async () => {
  employerId++
  expect(await give({ amount: 3 })).toMatchObject({ kind: 'JobPosting', amount: 3, balance: 3 })
  expect((await spend()).remaining).toBe(2)
  await give({ kind: 'CvSearch', amount: 5 })
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

test('newest first by date, then by id, also when the clocks of two replicas disagree (D-05)', async () => {
  employerId++
  const at = (minute: number) => new Date(now.getTime() + minute * 60_000)
  const minutes = [3, 1, 2, 1, 3, 0]
  for (const minute of minutes) await give({ amount: minute + 1, now: at(minute) })
  const rows = (skip: number, kind?: 'JobPosting') => listEntries(db.sql, employerId, { skip, take: 4, kind })
  for (const kind of [undefined, 'JobPosting'] as const) {
    const items = [...(await rows(0, kind)).items, ...(await rows(4, kind)).items]
    expect(items.map(({ amount }) => amount - 1)).toEqual([3, 3, 2, 1, 1, 0])
    const [first, second, , fourth, fifth] = items.map(({ id }) => id)
    expect([first! > second!, fourth! > fifth!]).toEqual([true, true])
  }
  const dates = await listEntryDates(db.sql, employerId, { from: 1, step: 2, count: 3 })
  expect(dates).toEqual([3, 1, 0].map((minute) => at(minute).toISOString()))
})

test('402: no credit of the kind, whatever other kinds and employers have', async () => {
  employerId++
  await give({ kind: 'CvSearch', amount: 5 })
  await give({ employerId: 1_000_000, amount: 5 })
  const error = await spend().catch((failure: unknown) => failure)
  expect(errorStatus[code(error)]).toBe(402)
  expect((error as ApiError).message).toMatch(/JobPosting.*employer portal/)
  expect(await balance()).toBe(0)
  await give()
  await spend()
  await expect(spend()).rejects.toMatchObject({ code: 'no_credits' })
})

test('a debit is undone with the transaction that it pays for', async () => {
  employerId++
  await give()
  const failing = db.tx(async (sql) => {
    await debit(sql, { employerId, kind: 'JobPosting', cause: 'x', requestId: 'r', now })
    throw new Error('invalid_state')
  })
  await expect(failing).rejects.toThrow('invalid_state')
  expect(await balance()).toBe(1)
  expect((await listEntries(db.sql, employerId, { skip: 0, take: 50 })).total).toBe(1)
})

test('40 debits at once with 25 credits: exactly 25 succeed', async () => {
  employerId++
  await give({ amount: 25 })
  const answers = await Promise.allSettled(Array.from({ length: 40 }, () => spend()))
  const won = answers.filter((answer) => answer.status === 'fulfilled')
  const lost = answers.filter((answer) => answer.status === 'rejected')
  expect(won.map((answer) => answer.value.remaining).toSorted((a, b) => a - b)).toEqual([...Array(25).keys()])
  expect(new Set(lost.map((answer) => code(answer.reason)))).toEqual(new Set(['no_credits']))
  expect(await balance()).toBe(0)
})

test('the same operation again answers the first result, however the balance moved', async () => {
  employerId++
  const first = await give({ operationId: 'op-again', amount: 2 })
  await spend()
  expect(await give({ operationId: 'op-again', amount: 2 })).toEqual({ ...first, isNew: false })
  const taken = await give({ operationId: 'op-take', amount: -1 })
  expect(await give({ operationId: 'op-take', amount: -1 })).toEqual({ ...taken, isNew: false })
  expect(await balance()).toBe(0)
})

test('40 different additions and 20 debits at once add up', async () => {
  employerId++
  await give({ amount: 20 })
  await Promise.all([
    ...Array.from({ length: 40 }, () => give({ amount: 2 })),
    ...Array.from({ length: 20 }, () => spend()),
  ])
  expect(await balance()).toBe(80)
  const { items } = await listEntries(db.sql, employerId, { skip: 0, take: 100 })
  expect(items.reduce((sum, entry) => sum + entry.amount, 0)).toBe(80)
})

test('20 of the same operation at once count once', async () => {
  employerId++
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => give({ operationId: 'op-race', amount: 4 })),
  )
  expect(new Set(answers.map((answer) => answer.balance))).toEqual(new Set([4]))
  expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(await balance()).toBe(4)
})

test('422: an operation id cannot be used for another change, not even at the same time', async () => {
  employerId += 10
  const others = Array.from({ length: 10 }, (_, i) =>
    give({ operationId: 'op-other', employerId: employerId - i }),
  )
  const answers = await Promise.allSettled(others)
  const lost = answers.filter((answer) => answer.status === 'rejected')
  expect(lost.map((answer) => code(answer.reason))).toEqual(Array(9).fill('idempotency_key_reused'))
  await expect(give({ operationId: 'op-other', amount: 2 })).rejects.toMatchObject({ status: 422 })
})

test('400: a correction below 0, a balance above int32, nothing, and parts of a credit', async () => {
  employerId++
  await give({ amount: 2 })
  for (const amount of [-3, MAX_ID - 1, MAX_ID, 2 ** 40, -(2 ** 40), 0, 0.5, Number.NaN, 2 ** 60]) {
    await expect(give({ amount }), String(amount)).rejects.toMatchObject({ code: 'invalid_request' })
  }
  expect(await give({ amount: MAX_ID - 2 })).toMatchObject({ balance: MAX_ID })
  expect(await give({ amount: -MAX_ID })).toMatchObject({ balance: 0 })
})

test('a reversal is an entry of the opposite amount that names the first; both stay as they are', async () => {
  employerId++
  const granted = await give({ amount: 5 })
  const { entryId: paid } = await spend()
  expect(await undo(paid, { reason: 'refund' })).toMatchObject({ amount: 1, balance: 5, isNew: true })
  expect(await undo(granted.entryId)).toMatchObject({ amount: -5, balance: 0 })
  const { items } = await listEntries(db.sql, employerId, { skip: 0, take: 50 })
  expect(items.map(({ amount, cause }) => [amount, cause])).toEqual([
    [-5, `reversal of entry ${granted.entryId}`],
    [1, `reversal of entry ${paid}: refund`],
    [-1, 'publish job 7'],
    [5, 'grant'],
  ])
  const [second, first] = items
  expect(items.map((entry) => [entry.reversedEntryId, entry.reversedByEntryId])).toEqual([
    [granted.entryId, undefined],
    [paid, undefined],
    [undefined, first!.id],
    [undefined, second!.id],
  ])
  expect(Object.keys(items[0]!)).not.toContain('reversedByEntryId')
  expect(await balance()).toBe(0)
})

test('an entry is reversed once: 20 at once and any later one answer the first result', async () => {
  employerId++
  await give({ amount: 2 })
  const { entryId } = await spend()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => undo(entryId, { reason: `try ${i}` })),
  )
  expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
  for (const answer of answers) expect(answer).toEqual({ ...answers[0], isNew: answer.isNew })
  await spend()
  expect(await undo(entryId)).toEqual({ ...answers[0], isNew: false })
  expect(await balance()).toBe(1)
})

test('400: a reversal stands, and none leaves less than 0 or more than int32; each may succeed later', async () => {
  employerId++
  const { entryId: granted } = await give({ amount: 3 })
  const { entryId: paid } = await spend()
  await expect(undo(granted)).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'amount: -3 would leave -1 JobPosting credits; only 2 are there.',
  })
  await give({ amount: MAX_ID - 2 })
  await expect(undo(paid)).rejects.toMatchObject({ code: 'invalid_request' })
  await spend()
  const refund = await undo(paid)
  const error = await undo(refund.entryId).catch((failure: unknown) => failure)
  expect([code(error), (error as ApiError).message]).toEqual([
    'invalid_state',
    expect.stringContaining('reversal stands'),
  ])
  await undo(granted)
  expect(await balance()).toBe(MAX_ID - 3)
})

test('404: an entry of another employer or kind, or of nobody', async () => {
  employerId += 2
  const { entryId } = await give()
  for (const named of [{ employerId: employerId - 1 }, { kind: 'CvSearch' as const }]) {
    await expect(undo(entryId, named)).rejects.toMatchObject({ code: 'not_found' })
  }
  await expect(undo(MAX_ID)).rejects.toMatchObject({ code: 'not_found' })
  expect(await balance()).toBe(1)
})

test('the database refuses to change or delete an entry, and a second reversal of one', async () => {
  employerId++
  const { entryId } = await give({ amount: 2 })
  await undo(entryId)
  const refused = /append-only/
  await expect(db.sql`update credit_entry set amount = 9 where id = ${entryId}`).rejects.toThrow(refused)
  await expect(db.sql`delete from credit_entry where id = ${entryId}`).rejects.toThrow(refused)
  await expect(db.sql`truncate credit_entry`).rejects.toThrow(refused)
  await expect(
    db.sql`
      insert into credit_entry
        (employer_id, kind, amount, balance_after, cause, request_id, reversed_entry_id, created_at)
      values (${employerId}, 'JobPosting', -2, 0, 'x', 'r', ${entryId}, ${now})`,
  ).rejects.toThrow(/credit_entry_reversed/)
  const { total } = await listEntries(db.sql, employerId, { skip: 0, take: 50 })
  expect(total).toBe(2)
})
