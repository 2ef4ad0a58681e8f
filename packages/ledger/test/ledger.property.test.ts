import { ApiError } from '@jobboard/contracts/error'
import { creditKinds } from '@jobboard/contracts/limits'
import type { Db } from '@jobboard/db/db'
import type { Tx } from '@jobboard/db/sql'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { add } from '../src/add.ts'
import { debit } from '../src/debit.ts'
import { reverse } from '../src/reverse.ts'
import { openSchema } from './support/schema.ts'

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
  // Of the newest entries of its balance, so that several reverse the same one, or a reversal.
  fc.record({ do: fc.constant('reverse' as const), employer, kind, newest: fc.nat(6), fails }),
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

// A start in each balance, so that there is something to reverse from the first moment.
const start: Command[] = [1, 2].flatMap((employer) =>
  creditKinds.slice(0, 2).map((kind, i) => {
    return { do: 'add', employer, kind, amount: 3, operation: 100 + 10 * employer + i, fails: false } as const
  }),
)

interface Outcome {
  balance: string
  amount: number
  /** What counts once. */
  operation: string
}

/** What the caller was told to be done, or nothing. Any error but a refusal of ours is a failure of the test. */
async function run(step: Command, base: number, place: number): Promise<Outcome | undefined> {
  try {
    return await db.tx(async (sql) => {
      const outcome = await carryOut(sql, step, base, place)
      if (step.fails) throw new ApiError('invalid_state', 'what it paid for failed')
      return outcome
    })
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

async function carryOut(sql: Tx, step: Command, base: number, place: number): Promise<Outcome> {
  const employerId = base + step.employer
  const by = { employerId, kind: step.kind, requestId: 'r', now }
  const balance = `${employerId} ${step.kind}`
  if (step.do === 'debit') {
    await debit(sql, { ...by, cause: 'debit' })
    return { balance, amount: -1, operation: `debit ${place}` }
  }
  if (step.do === 'add') {
    const operationId = `${base}:${step.operation}`
    const { amount } = await add(sql, { ...by, cause: 'add', operationId, amount: step.amount })
    return { balance, amount, operation: operationId }
  }
  const [entry] = await sql<{ id: number }>`
    select id from credit_entry where employer_id = ${employerId} and kind = ${step.kind}
    order by id desc limit 1 offset ${step.newest}`
  if (!entry) throw new ApiError('not_found', 'too few entries')
  const { amount } = await reverse(sql, { ...by, entryId: entry.id })
  return { balance, amount, operation: `reversal of ${entry.id}` }
}

interface Look {
  key: string
  balance: number
  sum: number
  entries: number
  broken: number
  unlike: number
}

/** All balances of a world, from one snapshot. */
function look(base: number): Promise<Look[]> {
  return db.sql<Look>`
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
          and first.reversed_entry_id is null))::int as unlike
    from credit_balance as b
    left join chained as e on e.employer_id = b.employer_id and e.kind = b.kind
    where b.employer_id between ${base} and ${base + 9}
    group by b.employer_id, b.kind, b.amount`
}

test('any commands in any order at once: at every moment balance = sum of entries, never below 0, no gap in the chain; each operation and reversal counts once', async () => {
  let looks = 0
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 80, size: 'max' }), async (steps) => {
      world += 10
      const base = world
      let running = true
      const watch = async () => {
        do {
          for (const { key, balance, sum, broken, unlike } of await look(base)) {
            expect({ key, sum, broken, unlike }).toEqual({ key, sum: balance, broken: 0, unlike: 0 })
            expect(balance).toBeGreaterThanOrEqual(0)
          }
          looks++
        } while (running)
      }
      const watching = watch()
      const first = await Promise.all(start.map((step) => run(step, base, -1)))
      const rest = await Promise.all(steps.map((step, place) => run(step, base, place))).finally(() => {
        running = false
        return watching
      })

      const once = new Map(
        [...first, ...rest].flatMap((outcome) => (outcome ? [[outcome.operation, outcome]] : [])),
      )
      const expected = new Map<string, { balance: number; entries: number }>()
      for (const { balance: key, amount } of once.values()) {
        const { balance, entries } = expected.get(key) ?? { balance: 0, entries: 0 }
        expected.set(key, { balance: balance + amount, entries: entries + 1 })
      }
      const left = (await look(base)).map(({ key, balance, entries }) => [key, { balance, entries }] as const)
      const touched = left.filter(([key, { entries }]) => entries > 0 || expected.has(key))
      expect(Object.fromEntries(touched)).toEqual(Object.fromEntries(expected))
    }),
    { numRuns: 60 },
  )
  expect(looks).toBeGreaterThan(60)
  const reversals = await db.sql`select 1 from credit_entry where reversed_entry_id is not null`
  expect(reversals.length).toBeGreaterThan(60)
})
