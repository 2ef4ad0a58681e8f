import {
  applicationState,
  applicationStatusChanged,
  applicationSubmitted,
} from '@jobboard/contracts/applications/events'
import {
  jobChanged,
  jobClosed,
  jobCreated,
  jobExpired,
  jobPublished,
  jobState,
} from '@jobboard/contracts/jobs/events'
import { candidateUnlocked, unlockState } from '@jobboard/contracts/search/events'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import { saveApplicationState, saveJob, saveStatusEntries, saveUnlock } from './store.ts'

/** Maintain the copies from which employer metrics are counted. */
export const metricConsumers: Consumer[] = [
  consumer({
    name: 'metric_job',
    filter: 'evt.jobs.job.>',
    events: [jobCreated, jobChanged, jobPublished, jobClosed, jobExpired],
    handle: (sql, { data }) => saveJob(sql, data),
  }),
  consumer({
    name: 'metric_application',
    filter: 'evt.pipeline.application.>',
    events: [applicationSubmitted, applicationStatusChanged],
    prepare: ({ data }) => ({ ...data, at: 'changedAt' in data ? data.changedAt : data.appliedAt }),
    handleMany: saveStatusEntries,
  }),
  consumer({
    name: 'metric_unlock',
    filter: 'evt.search.candidate.>',
    events: [candidateUnlocked],
    handle: (sql, { data }) => saveUnlock(sql, data),
  }),
]

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
