import { setImmediate as yieldToRequests } from 'node:timers/promises'
import type { Db } from '@jobboard/db/db'
import { failpoint } from '@jobboard/process/failpoint'
import { termsOf } from '../domain/job-terms.ts'
import {
  type ActiveJob,
  listAnyJobs,
  removeActiveJobs,
  saveActiveJobs,
  takeQueuedJobs,
} from '../store/active-job.ts'

// Of the longest descriptions, 10,000 words each: a batch must fit the time-out of a statement.
const BATCH = 20

/** Makes up to 20 changed jobs findable as they are now, or removes them, in one transaction.
 * Returns whether more may wait. */
export async function listActiveJobs(db: Db): Promise<boolean> {
  return db.tx(async (sql) => {
    const ids = await takeQueuedJobs(sql, BATCH)
    if (ids.length === 0) return false
    // A later statement than the one that took them: it reads at least the change that queued each.
    const jobs = await listAnyJobs(sql, ids)
    const active: ActiveJob[] = []
    for (const job of jobs) {
      if (job.status !== 'Active') continue
      const postedAt = job.postedDate!
      active.push({ id: job.id, postedAt, terms: termsOf({ ...job, postedDate: postedAt }) })
      // The longest descriptions of one batch are 2 MB.
      await yieldToRequests()
    }
    if (active.length > 0) await saveActiveJobs(sql, active)
    if (active.length < jobs.length) {
      const ended = jobs.filter((job) => job.status !== 'Active').map(({ id }) => id)
      await removeActiveJobs(sql, ended)
    }
    failpoint('list-active-jobs-before-commit')
    return ids.length > 0
  })
}
