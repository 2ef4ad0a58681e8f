import { jobState } from '@jobboard/contracts/events/jobs'
import { applicationState } from '@jobboard/contracts/events/pipeline'
import { unlockState } from '@jobboard/contracts/events/search'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import { saveApplicationState, saveJob, saveUnlock } from '../store/metric-copy.ts'

/** Restore the copies behind the metrics from resyncs of jobs, pipeline and search. */
export const metricStateConsumers: Consumer[] = [
  consumer({
    name: 'metric_job_state',
    filter: 'state.jobs.job.>',
    events: [jobState],
    handle: (sql, { data }) => saveJob(sql, data),
  }),
  consumer({
    name: 'metric_application_state',
    filter: 'state.pipeline.application.>',
    events: [applicationState],
    handle: (sql, { data }) => saveApplicationState(sql, data),
  }),
  consumer({
    name: 'metric_unlock_state',
    filter: 'state.search.unlock.>',
    events: [unlockState],
    handle: (sql, { data }) => saveUnlock(sql, data),
  }),
]
