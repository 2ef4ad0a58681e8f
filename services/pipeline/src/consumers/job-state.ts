import { jobState } from '@jobboard/contracts/events/jobs'
import { consumer } from '@jobboard/events/consumer/consumer'
import { saveJobOwner } from '../store/job-owner.ts'

/** Restores the owners of jobs from a resync of jobs. */
export const jobStateConsumer = consumer({
  name: 'job_state',
  filter: 'state.jobs.job.>',
  events: [jobState],
  handle: (sql, { data }) => saveJobOwner(sql, data.jobId, data.employerId),
})
