import { isBlank } from '@jobboard/contracts/characters'
import { ApiError } from '@jobboard/contracts/error'
import { MAX_PUBLISH_DAYS } from '@jobboard/contracts/limits'
import { asOf, type Job, nextVersion, type Posting } from './job.ts'

const DAY_MS = 86_400_000

/** Throws invalid_request unless the date is in the future and within 366 days (D-22). */
export function checkExpiryDate(expiryDate: Date, now: Date): void {
  const aheadMs = expiryDate.getTime() - now.getTime()
  if (aheadMs > 0 && aheadMs <= MAX_PUBLISH_DAYS * DAY_MS) return
  const reason = `must be in the future and at most ${MAX_PUBLISH_DAYS} days ahead; it is now ${now.toISOString()}`
  throw new ApiError('invalid_request', `expiryDate: ${reason}.`, {
    fields: [{ pointer: '/expiryDate', reason }],
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
