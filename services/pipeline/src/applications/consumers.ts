import { applicationCreated, submittedApplicationState } from '@jobboard/contracts/applications/events'
import {
  jobChanged,
  jobClosed,
  jobCreated,
  jobExpired,
  jobPublished,
  jobState,
} from '@jobboard/contracts/jobs/events'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { assessByRubric } from '../assessment/rubric.ts'
import type { PipelineEnv } from '../env.ts'
import { assessReceived, receiveApplications, restoreApplication } from './receive-actions.ts'
import { saveJobOwner } from './store.ts'

/** Stores submitted applications, assessed by the rubric; with ASSESSOR=llm a worker assesses them. */
export const applicationConsumer = ({ clock, env }: Pick<Deps<PipelineEnv>, 'clock' | 'env'>): Consumer =>
  consumer({
    name: 'application',
    filter: 'evt.candidate.application.>',
    events: [applicationCreated],
    prepare: ({ data }) => assessReceived(data, env.ASSESSOR === 'llm' ? undefined : assessByRubric),
    handleMany: (sql, received) => receiveApplications(sql, received, clock.now()),
  })

/** Restores missing applications from a resync of candidate. */
export const applicationStateConsumer = ({ clock }: Pick<Deps<PipelineEnv>, 'clock'>): Consumer =>
  consumer({
    name: 'application_state',
    filter: 'state.candidate.application.>',
    events: [submittedApplicationState],
    handle: (sql, { data }) => restoreApplication(sql, data, clock.now()),
  })

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
