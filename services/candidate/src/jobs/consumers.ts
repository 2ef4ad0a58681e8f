import {
  jobChanged,
  jobClosed,
  jobCreated,
  jobExpired,
  jobPublished,
  jobState,
} from '@jobboard/contracts/jobs/events'
import { consumer } from '@jobboard/events/consumer/consumer'
import { saveJobCopy } from './store.ts'

/** Copies jobs; applies fall back to the copy while the jobs service is unavailable. */
export const jobConsumer = consumer({
  name: 'job',
  filter: 'evt.jobs.job.>',
  events: [jobCreated, jobChanged, jobPublished, jobClosed, jobExpired],
  handle: (sql, { data }) => saveJobCopy(sql, data),
})

/** Restores the copies of jobs from a resync of jobs. */
export const jobStateConsumer = consumer({
  name: 'job_state',
  filter: 'state.jobs.job.>',
  events: [jobState],
  handle: (sql, { data }) => saveJobCopy(sql, data),
})
