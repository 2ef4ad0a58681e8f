import { isBlank } from '@jobboard/contracts/characters'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { getJob, listJobs } from '@jobboard/contracts/jobs/endpoints'
import type { JobFacts } from '@jobboard/contracts/jobs/events'
import type {
  applyMethods,
  employmentTypes,
  JobStatus,
  remoteTypes,
  Salary,
  ScreeningQuestion,
} from '@jobboard/contracts/jobs/job'
import { MAX_PUBLISH_DAYS } from '@jobboard/contracts/limits'

/** The fields that employers fill in (D-21); null where nothing was given. */
export interface Posting extends Salary {
  title: string
  reference: string | null
  description: string | null
  city: string | null
  country: string | null
  employmentType: (typeof employmentTypes)[number] | null
  remoteType: (typeof remoteTypes)[number] | null
  applyMethod: (typeof applyMethods)[number] | null
  applyEmailAddress: string | null
  applyUrl: string | null
  screeningQuestions: ScreeningQuestion[]
}

/** A job as stored. Read it through `asOf`: an Active row can be past its `expiryDate` until the timer runs. */
export interface Job extends Posting {
  id: number
  employerId: number
  status: JobStatus
  postedDate: Date | null
  expiryDate: Date | null
  createdAt: Date
  updatedAt: Date
  version: number
  /** Null: live. */
  sandboxId: number | null
}

/** The fields of a job that lists show. */
export type JobSummary = Omit<
  Job,
  | 'employerId'
  | 'sandboxId'
  | 'description'
  | 'applyMethod'
  | 'applyEmailAddress'
  | 'applyUrl'
  | 'screeningQuestions'
>

/** The job as it is at `now`: an Active one past its expiryDate is Expired (D-25), with the same state and
 * version that the expiry timer stores later. */
export function asOf<J extends Pick<Job, 'status' | 'expiryDate' | 'updatedAt' | 'version'>>(
  job: J,
  now: Date,
): J {
  if (job.status !== 'Active' || !job.expiryDate || job.expiryDate > now) return job
  return { ...job, status: 'Expired', updatedAt: job.expiryDate, version: job.version + 1 }
}

/** The next version of a job, with these changes made at `now`. */
export function nextVersion(job: Job, changes: Partial<Job>, now: Date): Job {
  return { ...job, ...changes, updatedAt: now, version: job.version + 1 }
}

const DAY_MS = 86_400_000

/** Throws invalid_request unless the date is in the future and within 366 days (D-22). */
export function checkExpiryDate(expiryDate: Date, now: Date): void {
  const aheadMs = expiryDate.getTime() - now.getTime()
  if (aheadMs > 0 && aheadMs <= MAX_PUBLISH_DAYS * DAY_MS) return
  const reason = `must be in the future and at most ${MAX_PUBLISH_DAYS} days ahead; it is now ${now.toISOString()}`
  throw refused('expiryDate', reason)
}

/** The refusal of a field of a body. */
export function refused(field: keyof Job, reason: string): ApiError {
  return new ApiError('invalid_request', `${field}: ${reason}.`, {
    fields: [{ pointer: `/${field}`, reason }],
  })
}

/** Makes a complete Draft Active until `expiryDate` (D-22). Throws invalid_state. */
export function publish(stored: Job, now: Date, expiryDate: Date): Job {
  const job = asOf(stored, now)
  if (job.status !== 'Draft') {
    throw new ApiError('invalid_state', `The job is ${job.status}; only a Draft can be published.`)
  }
  checkComplete(job, 'Publishing requires')
  return nextVersion(job, { status: 'Active', postedDate: now, expiryDate }, now)
}

/** Throws invalid_state naming every required field that is empty (D-21). */
export function checkComplete(job: Posting, sentence: string): void {
  const missing = requiredFields(job).filter((field) => isBlank(job[field] ?? ''))
  if (missing.length === 0) return
  const reason = 'is required to publish'
  throw new ApiError(
    'invalid_state',
    `${sentence} ${missing.join(', ')}; set them with PUT /api/v1/jobs/{id}.`,
    { fields: missing.map((field) => ({ pointer: `/${field}`, reason })) },
  )
}

type TextField = Exclude<keyof Posting, 'salaryMin' | 'salaryMax' | 'screeningQuestions'>

function requiredFields(job: Posting): TextField[] {
  const always = ['description', 'city', 'country', 'employmentType', 'remoteType', 'applyMethod'] as const
  if (job.applyMethod === 'EmailApply') return [...always, 'applyEmailAddress']
  if (job.applyMethod === 'ExternalApply') return [...always, 'applyUrl']
  return [...always]
}

/** A job in a list, in its state at `now` (Spec §2). */
export function toSummary(stored: JobSummary, now: Date): ResponseBody<typeof listJobs>['items'][number] {
  const job = asOf(stored, now)
  const times = { createdAt: job.createdAt.toISOString(), updatedAt: job.updatedAt.toISOString() }
  return { id: job.id, ...sharedFields(job), ...times }
}

/** What lists and events have in common. */
function sharedFields(job: JobSummary) {
  return {
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
  const { id, employerId, description, screeningQuestions, version, sandboxId } = job
  const world = sandboxId === null ? {} : { sandboxId }
  return {
    jobId: id,
    employerId,
    ...sharedFields(job),
    description,
    screeningQuestions,
    version,
    ...world,
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

/** The fields of a salary in responses and events. */
export function toSalary({ salaryMin, salaryMax, salaryCurrency, salaryPeriod }: Salary): Salary {
  return { salaryMin, salaryMax, salaryCurrency, salaryPeriod }
}
