import type { Timer } from '@jobboard/service/lifecycle/define'
import { expireJobs } from '../actions/expire-jobs.ts'

/** Expires due jobs batch by batch within 1 s of their expiryDate, also those that became due while no
 * replica ran (D-25). */
export const expiryTimer: Timer = {
  name: 'expire-jobs',
  everyMs: 200,
  async run({ db, clock }) {
    let moreDue = true
    while (moreDue) moreDue = await expireJobs(db, clock.now())
  },
}
