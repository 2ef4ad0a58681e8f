import { jobExpired } from '@jobboard/contracts/events/jobs'
import { appendEvents } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/failpoint/failpoint'
import type { Timer } from '@jobboard/service/lifecycle/define'
import { expireDueJobs } from '../store/due-job.ts'
import { toEvent } from '../wire/job.ts'

const BATCH = 200

/** Expires jobs within 1 s of their expiryDate, each once, whatever the number of replicas, also those whose date
 * passed while nothing ran (D-25). State and event commit together, batch by batch until none is left. */
export const expireJobs: Timer = {
  name: 'expire-jobs',
  everyMs: 200,
  async run({ db, clock }) {
    for (let expired = BATCH; expired === BATCH; ) {
      const now = clock.now()
      expired = await db.tx(async (sql) => {
        const jobs = await expireDueJobs(sql, now, BATCH)
        const events = jobs.map((job) => toEvent(job, job.expiryDate!))
        await appendEvents(sql, jobExpired, events)
        if (jobs.length > 0) failpoint('expire-before-commit')
        return jobs.length
      })
      if (expired > 0) failpoint('expire-after-commit')
    }
  },
}
