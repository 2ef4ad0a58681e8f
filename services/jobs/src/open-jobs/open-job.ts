import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { Salary } from '@jobboard/contracts/jobs/job'
import type { getOpenJob, listOpenJobs } from '@jobboard/contracts/jobs/open-jobs'
import { type Job, type Posting, toSalary } from '../jobs/job.ts'

/** An Active job as a list of candidates reads it. `employerName` is null until a copy of it is stored. */
export interface OpenJobSummary extends Salary {
  id: number
  employerId: number
  employerName: string | null
  title: string
  city: string
  country: string
  employmentType: NonNullable<Posting['employmentType']>
  remoteType: NonNullable<Posting['remoteType']>
  applyMethod: NonNullable<Posting['applyMethod']>
  /** The first 1,000 characters of the description. */
  beginning: string
  postedAt: Date
  expiresAt: Date
}

/** An Active job with all that a candidate may see of it. */
export interface OpenJob extends Omit<OpenJobSummary, 'beginning'> {
  description: string
  applyUrl: string | null
  screeningQuestions: Job['screeningQuestions']
}

const SUMMARY_CHARACTERS = 300

type Named<J> = J & { employerName: string }

/** A job in the list of a candidate. */
export function toOpenJobSummary(
  job: Named<OpenJobSummary>,
): ResponseBody<typeof listOpenJobs>['items'][number] {
  return {
    ...sharedFields(job),
    summary: summaryOf(job.beginning),
  }
}

/** A job as a candidate reads it before applying. */
export function toOpenJob(job: Named<OpenJob>): ResponseBody<typeof getOpenJob> {
  return {
    ...sharedFields(job),
    description: job.description,
    applyMethod: job.applyMethod,
    applyUrl: job.applyMethod === 'ExternalApply' ? job.applyUrl : null,
    screeningQuestions: job.screeningQuestions,
  }
}

function sharedFields(job: Named<OpenJob | OpenJobSummary>) {
  return {
    id: job.id,
    title: job.title,
    employerName: job.employerName,
    city: job.city,
    country: job.country,
    employmentType: job.employmentType,
    remoteType: job.remoteType,
    ...toSalary(job),
    postedAt: job.postedAt.toISOString(),
    expiresAt: job.expiresAt.toISOString(),
  }
}

/** At most 300 characters of the beginning of a description, on one line. */
// Of characters, not code units: half of an emoji is not valid text.
export function summaryOf(beginning: string): string {
  const characters = [...beginning.replace(/\s+/g, ' ').trim()]
  if (characters.length <= SUMMARY_CHARACTERS) return characters.join('')
  return `${characters
    .slice(0, SUMMARY_CHARACTERS - 1)
    .join('')
    .trimEnd()}…`
}
