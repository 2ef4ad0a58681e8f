import type { CreditKind } from '@jobboard/contracts/limits'
import type { Sql } from '@jobboard/db/sql'
import { startLoop } from '@jobboard/process/loop'
import type { Worker } from '@jobboard/service/lifecycle/deps'

const CHECK_INTERVAL_MS = 600_000
const RETRY_MS = 60_000
const BATCH_BALANCES = 100
const BATCH_PAUSE_MS = 50

/** Compares every balance with the sum of its entries, every 10 minutes and in small batches, and adds what it found to
 * the metrics. It corrects nothing: a wrong balance is a defect. */
export const ledgerCheck: Worker = async ({ db, log }, metrics) => {
  let wrong: number | undefined
  let checkedAtMs = performance.now()
  metrics.add(
    {
      name: 'ledger_balances_wrong',
      type: 'gauge',
      help: 'Balances that are not the sum of their entries, as of the last check.',
    },
    () => (wrong === undefined ? [] : [{ labels: {}, value: wrong }]),
  )
  metrics.add(
    {
      name: 'ledger_check_age_seconds',
      type: 'gauge',
      help: 'Seconds since the last complete check of the balances, or since the start.',
    },
    () => [{ labels: {}, value: (performance.now() - checkedAtMs) / 1_000 }],
  )
  return startLoop({
    async step(loop) {
      let found = 0
      let after: BalanceKey | undefined = FIRST_BALANCE
      while (after && !loop.isStopping) {
        const batch = await findWrongBalances(db.sql, after, BATCH_BALANCES)
        for (const balance of batch.wrong) log.error(balance, 'a balance is not the sum of its entries')
        found += batch.wrong.length
        after = batch.last
        if (after) await loop.sleep(BATCH_PAUSE_MS)
      }
      if (loop.isStopping) return 0
      wrong = found
      checkedAtMs = performance.now()
      return CHECK_INTERVAL_MS
    },
    onError: (err) => log.warn({ err }, 'the check of the balances failed; trying again'),
    retryMs: RETRY_MS,
  })
}

/** The place of a balance in the order of the check. */
export interface BalanceKey {
  employerId: number
  kind: string
}

/** A balance that is not the sum of its entries. */
export interface WrongBalance {
  employerId: number
  kind: CreditKind
  balance: number
  entries: number
}

/** Before all balances. */
export const FIRST_BALANCE: BalanceKey = { employerId: 0, kind: '' }

/** Compares up to `limit` balances after that one with their entries, in one snapshot. `last` is the last one compared;
 * undefined when there were none. */
export async function findWrongBalances(
  sql: Sql,
  after: BalanceKey,
  limit: number,
): Promise<{ wrong: WrongBalance[]; last: BalanceKey | undefined }> {
  const compared = await sql<WrongBalance>`
    select b.employer_id, b.kind, b.amount as balance, coalesce(e.amount, 0)::int8 as entries
    from (
      select employer_id, kind, amount from credit_balance
      where (employer_id, kind) > (${after.employerId}::int, ${after.kind}::text)
      order by employer_id, kind limit ${limit}
    ) as b
    cross join lateral (
      select sum(amount) as amount from credit_entry where employer_id = b.employer_id and kind = b.kind
    ) as e
    order by b.employer_id, b.kind`
  return { wrong: compared.filter(({ balance, entries }) => balance !== entries), last: compared.at(-1) }
}
