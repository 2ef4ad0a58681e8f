import { jobChanged, jobClosed, jobCreated, jobExpired, jobPublished } from '@jobboard/contracts/events/jobs'
import { applicationStatusChanged, applicationSubmitted } from '@jobboard/contracts/events/pipeline'
import { candidateUnlocked } from '@jobboard/contracts/events/search'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import { saveJob, saveStatusEntry, saveUnlock } from '../store/metric-copy.ts'

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
    handle: (sql, { data }) =>
      saveStatusEntry(sql, { ...data, at: 'changedAt' in data ? data.changedAt : data.appliedAt }),
  }),
  consumer({
    name: 'metric_unlock',
    filter: 'evt.search.candidate.>',
    events: [candidateUnlocked],
    handle: (sql, { data }) => saveUnlock(sql, data),
  }),
]
