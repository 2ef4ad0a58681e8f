import { ApiError } from '@jobboard/contracts/error'
import { type CreditKind, creditKinds } from '@jobboard/contracts/limits'
import type { Db } from '@jobboard/db/db'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { add } from '../src/add.ts'
import { debit } from '../src/debit.ts'
import { openSchema } from './schema.ts'

let schema: Awaited<ReturnType<typeof openSchema>>
let db: Db
let world = 0

beforeAll(async () => {
  schema = await openSchema()
  db = schema.db
})
afterAll(() => schema?.drop())

const now = new Date('2030-01-31T12:00:00Z')
// Few balances, small amounts and few operation ids, so that races, repeats and empty balances are the rule.
const kind = fc.constantFrom(...creditKinds.slice(0, 2))
const employer = fc.integer({ min: 1, max: 2 })
const fails = fc.nat(3).map((n) => n === 0)
const command = fc.oneof(
  fc.record({ do: fc.constant('debit' as const), employer, kind, fails }),
  fc.record({
    do: fc.constant('add' as const),
    employer,
    kind,
    amount: fc.integer({ min: -2, max: 4 }),
    operation: fc.integer({ min: 1, max: 30 }),
    fails,
  }),
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

interface Outcome {
  employerId: number
  kind: CreditKind
  amount: number
  operationId?: string
}

/** What the caller was told to be done, or nothing. Any error but a refusal of ours is a failure of the test. */
async function run(step: Command, base: number): Promise<Outcome | undefined> {
  const employerId = base + step.employer
  const by = { employerId, kind: step.kind, cause: step.do, requestId: 'r', now }
  try {
    return await db.tx(async (sql) => {
      let outcome: Outcome
      if (step.do === 'debit') {
        await debit(sql, by)
        outcome = { ...by, amount: -1 }
      } else {
        const operationId = `${base}:${step.operation}`
        await add(sql, { ...by, operationId, amount: step.amount })
        outcome = { ...by, amount: step.amount, operationId }
      }
      if (step.fails) throw new ApiError('invalid_state', 'what it paid for failed')
      return outcome
    })
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

test('any commands in any order at once: balance = sum of entries = grants - debits, never below 0', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 80, size: 'max' }), async (steps) => {
      world += 10
      const base = world
      const outcomes = (await Promise.all(steps.map((step) => run(step, base)))).filter((done) => !!done)
      const once = new Map(outcomes.map((done, i) => [done.operationId ?? `debit ${i}`, done]))
      const expected = new Map<string, number>()
      for (const { employerId, kind, amount } of once.values()) {
        const key = `${employerId} ${kind}`
        expected.set(key, (expected.get(key) ?? 0) + amount)
      }
      const rows = await db.sql<{ key: string; balance: number; sum: number; lowest: number; last: number }>`
        select b.employer_id || ' ' || b.kind as key, b.amount as balance, coalesce(sum(e.amount), 0)::bigint as sum,
          coalesce(min(e.balance_after), 0) as lowest,
          coalesce((array_agg(e.balance_after order by e.id desc))[1], 0) as last
        from credit_balance b
        left join credit_entry e on e.employer_id = b.employer_id and e.kind = b.kind
        where b.employer_id between ${base} and ${base + 9} group by b.employer_id, b.kind, b.amount`
      for (const { key, balance, sum, lowest, last } of rows) {
        expect({ key, sum, last }).toEqual({ key, sum: balance, last: balance })
        expect(balance).toBe(expected.get(key) ?? 0)
        expect(lowest).toBeGreaterThanOrEqual(0)
      }
      const known = new Set(rows.map((row) => row.key))
      for (const [key] of expected) expect(known.has(key)).toBe(true)
    }),
    { numRuns: 60 },
  )
})
