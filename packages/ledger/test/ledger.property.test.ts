import { ApiError } from '@jobboard/contracts/error'
import { creditKinds } from '@jobboard/contracts/limits'
import type { Db } from '@jobboard/db/db'
import type { Tx } from '@jobboard/db/sql'
import { randomRuns, randomSeed } from '@jobboard/testkit/random-runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { debit, postEntry, reverse } from '../src/entries.ts'
import { openSchema } from './support/schema.ts'

let schema: Awaited<ReturnType<typeof openSchema>>
let db: Db
/** Each run adds 10, so that its employers are its own. */
let firstEmployerId = 0

beforeAll(async () => {
  schema = await openSchema()
  db = schema.db
})
afterAll(() => schema?.drop())

const now = new Date('2030-01-31T12:00:00Z')
// Few balances, small amounts and few operation ids make races, repeats and empty balances frequent.
const kind = fc.constantFrom(...creditKinds.slice(0, 2))
const employer = fc.integer({ min: 1, max: 2 })
const fails = fc.nat(3).map((n) => n === 0)
const command = fc.oneof(
  fc.record({ do: fc.constant('debit' as const), employer, kind, fails }),
  fc.record({
    do: fc.constant('grant' as const),
    employer,
    kind,
    amount: fc.integer({ min: -2, max: 4 }),
    operation: fc.integer({ min: 1, max: 30 }),
    fails,
  }),
  // One of the newest entries of its balance, so that commands reverse the same entry, or a reversal.
  fc.record({ do: fc.constant('reverse' as const), employer, kind, newest: fc.nat(6), fails }),
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

// A grant to each balance, so that there is an entry to reverse from the start.
const initialGrants: Command[] = [1, 2].flatMap((employer) =>
  creditKinds.slice(0, 2).map((kind, i) => {
    return {
      do: 'grant',
      employer,
      kind,
      amount: 3,
      operation: 100 + 10 * employer + i,
      fails: false,
    } as const
  }),
)

interface Result {
  balance: string
  amount: number
  /** Results with the same operation are one entry. */
  operation: string
}

/** Runs a command in a transaction. Undefined when it was rejected with an ApiError; other errors are thrown. */
async function execute(step: Command, base: number, place: number): Promise<Result | undefined> {
  try {
    return await db.tx(async (sql) => {
      const result = await apply(sql, step, base, place)
      if (step.fails) throw new ApiError('invalid_state', 'the transaction fails after the entry')
      return result
    })
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

async function apply(sql: Tx, step: Command, base: number, place: number): Promise<Result> {
  const employerId = base + step.employer
  const fields = { employerId, kind: step.kind, requestId: 'r', now }
  const balance = `${employerId} ${step.kind}`
  if (step.do === 'debit') {
    await debit(sql, { ...fields, cause: 'debit' })
    return { balance, amount: -1, operation: `debit ${place}` }
  }
  if (step.do === 'grant') {
    const operationId = `${base}:${step.operation}`
    const { amount } = await postEntry(sql, { ...fields, cause: 'grant', operationId, amount: step.amount })
    return { balance, amount, operation: operationId }
  }
  const [entry] = await sql<{ id: number }>`
    select id from credit_entry where employer_id = ${employerId} and kind = ${step.kind}
    order by id desc limit 1 offset ${step.newest}`
  if (!entry) throw new ApiError('not_found', 'too few entries')
  const { amount } = await reverse(sql, { ...fields, entryId: entry.id })
  return { balance, amount, operation: `reversal of ${entry.id}` }
}

interface BalanceCheck {
  key: string
  balance: number
  sum: number
  entries: number
  /** Entries whose balance_after does not follow from the entry before. */
  broken: number
  /** Reversals that do not match the entry they reverse. */
  mismatched: number
}

/** Checks all balances of one run in one snapshot. */
function checkBalances(base: number): Promise<BalanceCheck[]> {
  return db.sql<BalanceCheck>`
    with chained as (
      select id, employer_id, kind, amount, balance_after, reversed_entry_id,
        coalesce(lag(balance_after) over (partition by employer_id, kind order by id), 0) as balance_before
      from credit_entry where employer_id between ${base} and ${base + 9}
    )
    select b.employer_id || ' ' || b.kind as key, b.amount as balance, coalesce(sum(e.amount), 0)::int as sum,
      count(e.id)::int as entries,
      count(*) filter (where e.balance_after <> e.balance_before + e.amount or e.balance_after < 0)::int as broken,
      count(*) filter (where e.reversed_entry_id is not null and not exists (
        select 1 from chained as first where first.id = e.reversed_entry_id and first.id < e.id
          and (first.employer_id, first.kind, first.amount) = (e.employer_id, e.kind, -e.amount)
          and first.reversed_entry_id is null))::int as mismatched
    from credit_balance as b
    left join chained as e on e.employer_id = b.employer_id and e.kind = b.kind
    where b.employer_id between ${base} and ${base + 9}
    group by b.employer_id, b.kind, b.amount`
}

const RUNS = randomRuns(60)

test('any parallel commands: the balance is always the sum of its entries and never below 0, and each operation and reversal posts one entry', async () => {
  let checks = 0
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 80, size: 'max' }), async (steps) => {
      firstEmployerId += 10
      const base = firstEmployerId
      let running = true
      const checkUntilDone = async () => {
        do {
          for (const { key, balance, sum, broken, mismatched } of await checkBalances(base)) {
            expect({ key, sum, broken, mismatched }).toEqual({ key, sum: balance, broken: 0, mismatched: 0 })
            expect(balance).toBeGreaterThanOrEqual(0)
          }
          checks++
        } while (running)
      }
      const checking = checkUntilDone()
      const first = await Promise.all(initialGrants.map((step) => execute(step, base, -1)))
      const rest = await Promise.all(steps.map((step, place) => execute(step, base, place))).finally(() => {
        running = false
        return checking
      })

      const posted = new Map(
        [...first, ...rest].flatMap((result) => (result ? [[result.operation, result]] : [])),
      )
      const expected = new Map<string, { balance: number; entries: number }>()
      for (const { balance: key, amount } of posted.values()) {
        const { balance, entries } = expected.get(key) ?? { balance: 0, entries: 0 }
        expected.set(key, { balance: balance + amount, entries: entries + 1 })
      }
      const actual = (await checkBalances(base)).map(
        ({ key, balance, entries }) => [key, { balance, entries }] as const,
      )
      const touched = actual.filter(([key, { entries }]) => entries > 0 || expected.has(key))
      expect(Object.fromEntries(touched)).toEqual(Object.fromEntries(expected))
    }),
    { numRuns: RUNS, seed: randomSeed() },
  )
  expect(checks).toBeGreaterThan(RUNS)
  const reversals = await db.sql`select 1 from credit_entry where reversed_entry_id is not null`
  expect(reversals.length).toBeGreaterThan(RUNS)
})
