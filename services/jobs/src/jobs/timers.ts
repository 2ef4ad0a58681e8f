import type { Timer } from '@jobboard/service/lifecycle/deps'
import { expireJobs } from './expire-actions.ts'
import { hasDueJob } from './store.ts'

/** Expires due jobs batch by batch within 1 s of their expiryDate, also those that became due while no
 * replica ran (D-25). */
export const expiryTimer: Timer = {
  name: 'expire-jobs',
  // Leaves 300 ms of the second for the transaction.
  everyMs: 700,
  async run({ db, clock }) {
    let moreDue = await hasDueJob(db.sql, clock.now())
    while (moreDue) moreDue = await expireJobs(db, clock.now())
  },
}
