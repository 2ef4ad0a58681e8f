import { jobChanged, jobClosed, jobCreated, jobExpired, jobPublished } from '@jobboard/contracts/events/jobs'
import { consumer } from '@jobboard/events/consumer/consumer'
import { saveJobCopy } from '../store/job-copy.ts'

/** Copies jobs; applies fall back to the copy while the jobs service is unavailable. */
export const jobConsumer = consumer({
  name: 'job',
  filter: 'evt.jobs.job.>',
  events: [jobCreated, jobChanged, jobPublished, jobClosed, jobExpired],
  handle: (sql, { data }) => saveJobCopy(sql, data),
})
