import { jobState } from '@jobboard/contracts/events/jobs'
import { consumer } from '@jobboard/events/consumer/consumer'
import { saveJobCopy } from '../store/job-copy.ts'

/** Restores the copies of jobs from a resync of jobs. */
export const jobStateConsumer = consumer({
  name: 'job_state',
  filter: 'state.jobs.job.>',
  events: [jobState],
  handle: (sql, { data }) => saveJobCopy(sql, data),
})
