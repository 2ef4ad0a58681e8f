import { startLoop } from '@jobboard/process/loop'
import type { Worker } from '@jobboard/service/lifecycle/define'
import { type BalanceKey, FIRST_BALANCE, findWrongBalances } from './wrong-balances.ts'

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
