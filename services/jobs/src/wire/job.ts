import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getJob, listJobs } from '@jobboard/contracts/jobs/endpoints'
import type { JobFacts } from '@jobboard/contracts/jobs/events'
import { asOf, type Job, type JobSummary } from '../domain/job.ts'
import { toSalary } from './salary.ts'

/** A job in a list, in its state at `now` (Spec §2). */
export function toSummary(stored: JobSummary, now: Date): ResponseBody<typeof listJobs>['items'][number] {
  const job = asOf(stored, now)
  return {
    id: job.id,
    status: job.status,
    title: job.title,
    reference: job.reference,
    city: job.city,
    country: job.country,
    employmentType: job.employmentType,
    remoteType: job.remoteType,
    ...toSalary(job),
    postedDate: job.postedDate?.toISOString() ?? null,
    expiryDate: job.expiryDate?.toISOString() ?? null,
    createdAt: job.createdAt.toISOString(),
    updatedAt: job.updatedAt.toISOString(),
  }
}

/** One job with all its fields, in its state at `now` (Spec §2). */
export function toDetail(job: Job, now: Date): ResponseBody<typeof getJob> {
  return {
    ...toSummary(job, now),
    description: job.description,
    applyMethod: job.applyMethod,
    applyEmailAddress: job.applyEmailAddress,
    applyUrl: job.applyUrl,
    screeningQuestions: job.screeningQuestions,
  }
}

/** The facts other services read about a job, in its state at `now`; also the data of every job event. */
export function toFacts(stored: Job, now: Date): JobFacts {
  const job = asOf(stored, now)
  return {
    jobId: job.id,
    employerId: job.employerId,
    status: job.status,
    title: job.title,
    reference: job.reference,
    description: job.description,
    city: job.city,
    country: job.country,
    employmentType: job.employmentType,
    remoteType: job.remoteType,
    ...toSalary(job),
    postedDate: job.postedDate?.toISOString() ?? null,
    expiryDate: job.expiryDate?.toISOString() ?? null,
    screeningQuestions: job.screeningQuestions,
    version: job.version,
  }
}

/** The event of a change by the employer, which counts towards its daily budget. */
export function toChargedEvent(job: Job, now: Date) {
  return { ...toEvent(job, now), chargedTo: { kind: 'employer', id: job.employerId } as const }
}

/** The event of a change at `now`: the full state of the job after it. */
export function toEvent(job: Job, now: Date) {
  return { aggregateId: job.id, aggregateVersion: job.version, occurredAt: now, data: toFacts(job, now) }
}
