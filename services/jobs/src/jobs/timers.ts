import type { Timer } from '@jobboard/service/lifecycle/deps'
import { expireJobs } from './expire-actions.ts'
import { wordsOf } from './list.ts'
import { lockJobsWithoutWords, saveWords } from './list-store.ts'
import { hasDueJob } from './store.ts'

/** Expires due jobs batch by batch within 1 s of their expiryDate, also those that became due while no
 * replica ran (D-25). */
export const expiryTimer: Timer = {
  name: 'expire-jobs',
  // Leaves 300 ms of the second for the transaction.
  everyMs: 700,
  async run({ db, clock, log }) {
    let moreDue = await hasDueJob(db.sql, clock.now())
    while (moreDue) moreDue = await expireJobs(db, clock.now(), log)
  },
}

const JOBS_PER_BATCH = 500

/** Folds the words of jobs that a release before has written, so that the list finds and sorts them. */
export const foldWordsTimer: Timer = {
  name: 'fold-words',
  everyMs: 1_000,
  async run({ db }) {
    let isLeft = true
    while (isLeft) {
      isLeft = await db.tx(async (sql) => {
        const jobs = await lockJobsWithoutWords(sql, JOBS_PER_BATCH)
        if (jobs.length > 0)
          await saveWords(
            sql,
            jobs.map((job) => ({ id: job.id, ...wordsOf(job, job.employerId) })),
          )
        return jobs.length === JOBS_PER_BATCH
      })
    }
  },
}
