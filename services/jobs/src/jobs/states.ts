import { jobState } from '@jobboard/contracts/jobs/events'
import { stateSource } from '@jobboard/service/resync/source'
import { asOf, toEvent } from './job.ts'
import { countAllJobs, listJobsAfter } from './store.ts'

/** Every job as it is now; drafts too, because others look their owner up. */
export const jobStates = stateSource({
  type: jobState,
  count: countAllJobs,
  async read(sql, { after, limit, now }) {
    const jobs = await listJobsAfter(sql, Number(after), limit)
    return jobs.map((job) => ({ ...toEvent(asOf(job, now), now), cursor: String(job.id) }))
  },
})
