import type { Deps } from '@jobboard/service/lifecycle/deps'
import { openLog } from '@jobboard/service/lifecycle/log'
import { openMetrics } from '@jobboard/service/metrics/registry'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postEntry } from '../src/entries.ts'
import { FIRST_BALANCE, findWrongBalances, ledgerCheck } from '../src/ledger-check.ts'
import { openSchema } from './support/schema.ts'

const EMPLOYERS = 250

let ledger: Awaited<ReturnType<typeof openSchema>>
beforeAll(async () => {
  ledger = await openSchema()
  await ledger.db.tx(async (sql) => {
    for (let employerId = 1; employerId <= EMPLOYERS; employerId++) {
      const entry = { employerId, kind: 'CvSearch' as const, cause: 'grant', requestId: 'r', now: new Date() }
      await postEntry(sql, { ...entry, operationId: `grant ${employerId}`, amount: 5 })
      await postEntry(sql, { ...entry, operationId: `correction ${employerId}`, amount: -2 })
    }
  })
})
afterAll(() => ledger.drop())

/** Runs one check, and returns its metrics and log. */
async function check(): Promise<{ metrics: string; lines: string[] }> {
  const lines: string[] = []
  const log = openLog('test', 'info', { write: (line) => void lines.push(line) })
  const metrics = openMetrics()
  const running = await ledgerCheck({ db: ledger.db, log } as unknown as Deps, metrics)
  const text = await eventually('the check is complete', async () => {
    const found = await metrics.text()
    return found.includes('\nledger_balances_wrong ') && found
  })
  await running.stop()
  return { metrics: text, lines }
}

test('balances that are the sum of their entries: none is wrong', async () => {
  const { metrics, lines } = await check()
  expect(metrics).toContain('ledger_balances_wrong 0\n')
  expect(metrics).toMatch(/^ledger_check_age_seconds \d/m)
  expect(lines).toEqual([])
})

test('a balance that was changed by hand is counted and named in the log, in the last batch too', async () => {
  const { sql } = ledger.db
  await sql`update credit_balance set amount = amount + 1 where employer_id in (7, ${EMPLOYERS})`
  const { metrics, lines } = await check()
  expect(metrics).toContain('ledger_balances_wrong 2\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      employerId: 7,
      kind: 'CvSearch',
      balance: 4,
      entries: 3,
      msg: 'a balance is not the sum of its entries',
    },
    { employerId: EMPLOYERS, balance: 4, entries: 3 },
  ])
  await sql`update credit_balance set amount = amount - 1 where employer_id in (7, ${EMPLOYERS})`
})

test('a check during debits and grants finds nothing', async () => {
  let isChecking = true
  const writing = (async () => {
    for (let i = 0; isChecking; i++) {
      const entry = { employerId: 1 + (i % 20), kind: 'CvSearch' as const, cause: 'grant', requestId: 'r' }
      await ledger.db.tx((sql) =>
        postEntry(sql, { ...entry, operationId: `again ${i}`, amount: 1, now: new Date() }),
      )
    }
  })()
  for (let i = 0; i < 50; i++) {
    expect((await findWrongBalances(ledger.db.sql, FIRST_BALANCE, 100)).wrong).toEqual([])
  }
  isChecking = false
  await writing
})
