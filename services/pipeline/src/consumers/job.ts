import {
  jobChanged,
  jobClosed,
  jobCreated,
  jobExpired,
  jobPublished,
  jobState,
} from '@jobboard/contracts/jobs/events'
import { consumer } from '@jobboard/events/consumer/consumer'
import { saveJobOwner } from '../store/job-owner.ts'

/** Maintains the copy of who owns each job. */
export const jobConsumer = consumer({
  name: 'job',
  filter: 'evt.jobs.job.>',
  events: [jobCreated, jobChanged, jobPublished, jobClosed, jobExpired],
  handle: (sql, { data }) => saveJobOwner(sql, data.jobId, data.employerId),
})

/** Restores the owners of jobs from a resync of jobs. */
export const jobStateConsumer = consumer({
  name: 'job_state',
  filter: 'state.jobs.job.>',
  events: [jobState],
  handle: (sql, { data }) => saveJobOwner(sql, data.jobId, data.employerId),
})
