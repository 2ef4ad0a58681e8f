import { jobChanged, jobClosed, jobCreated, jobExpired, jobPublished } from '@jobboard/contracts/events/jobs'
import { consumer } from '@jobboard/events/consumer/consumer'
import { saveJob } from '../store/job-copy.ts'

/** Keeps the copy of each job by which applies are decided while jobs is down. */
export const hearJobs = consumer({
  name: 'job',
  filter: 'evt.jobs.job.>',
  events: [jobCreated, jobChanged, jobPublished, jobClosed, jobExpired],
  handle: (sql, { data }) => saveJob(sql, data),
})
