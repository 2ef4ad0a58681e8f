import type { Input } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { createJob, updateJob } from '@jobboard/contracts/jobs/endpoints'
import type { Salary, ScreeningQuestion } from '@jobboard/contracts/jobs/job'
import { MAX_UNPUBLISHED_JOBS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import { readAs } from '@jobboard/contracts/text'
import { asOf, checkComplete, type Job, nextVersion, type Posting, refused } from './job.ts'

/** A patch whose questions have their ids. */
type JobPatch = Omit<Input<typeof updateJob>['body'], 'screeningQuestions'> & {
  screeningQuestions?: ScreeningQuestion[] | undefined
}
/** A posting whose questions need not have ids yet. */
export type WantedPosting = Omit<Posting, 'screeningQuestions'> & { screeningQuestions: WantedQuestion[] }

const EMPTY: Omit<Posting, 'title' | 'screeningQuestions'> = {
  reference: null,
  description: null,
  city: null,
  country: null,
  employmentType: null,
  remoteType: null,
  applyMethod: null,
  applyEmailAddress: null,
  applyUrl: null,
  salaryMin: null,
  salaryMax: null,
  salaryCurrency: null,
  salaryPeriod: null,
}

/** The posting of a new draft (D-21). Throws invalid_request when its salary is none. */
export function draft({ screeningQuestions = [], ...body }: Input<typeof createJob>['body']): WantedPosting {
  const posting = { ...EMPTY, ...given(body), title: body.title, screeningQuestions }
  checkSalary(posting)
  return posting
}

/** The posting of a duplicate: all but the reference, which names one job in the employer's system. Its questions are new ones. */
export function copyOf(job: Job): WantedPosting {
  const {
    id,
    employerId,
    sandboxId,
    status,
    postedDate,
    expiryDate,
    createdAt,
    updatedAt,
    version,
    ...posting
  } = job
  const screeningQuestions = posting.screeningQuestions.map(({ id, ...question }) => question)
  return { ...posting, reference: null, screeningQuestions }
}

/** The refusal of one more Draft. */
export function tooManyUnpublished(): ApiError {
  return new ApiError(
    'invalid_state',
    `You have ${MAX_UNPUBLISHED_JOBS_PER_EMPLOYER} jobs that were never published, the limit; publish a Draft, or change one into the job that you need.`,
  )
}

/** Applies a patch to a Draft or Active job (D-08, D-23); returns the same version when nothing changes.
 * Throws invalid_state, also when an Active job would lose a field that publishing requires, and invalid_request when the
 * salary would be none. */
export function change(stored: Job, patch: JobPatch, now: Date): Job {
  const job = changeable(stored, now)
  const changes = given(patch)
  const changed = Object.entries(changes).some(
    ([field, value]) => JSON.stringify(job[field as keyof Posting]) !== JSON.stringify(value),
  )
  if (!changed) return job
  const result = nextVersion(job, changes, now)
  checkSalary(result)
  if (result.status === 'Active') checkComplete(result, 'An Active job requires')
  return result
}

/** The job in its state at `now`. Throws invalid_state when it is Closed or Expired (D-23). */
export function changeable(stored: Job, now: Date): Job {
  const job = asOf(stored, now)
  if (job.status === 'Draft' || job.status === 'Active') return job
  throw new ApiError('invalid_state', `The job is ${job.status}; only a Draft or Active job can be changed.`)
}

// D-08: an absent or null field stays unchanged, "" clears it.
function given(patch: JobPatch): Partial<Posting> {
  const present = Object.entries(patch).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present.map(([field, value]) => [field, value === '' ? null : value]))
}

/** Closes a Draft or Active job (D-24). Undefined when the job is Closed or Expired already. */
export function close(stored: Job, now: Date): Job | undefined {
  const job = asOf(stored, now)
  return job.status === 'Draft' || job.status === 'Active'
    ? nextVersion(job, { status: 'Closed' }, now)
    : undefined
}

/** Throws invalid_request unless the lowest salary is not above the highest, and an amount has a currency and a period. */
function checkSalary({ salaryMin, salaryMax, salaryCurrency, salaryPeriod }: Salary): void {
  if (salaryMin !== null && salaryMax !== null && salaryMin > salaryMax) {
    throw refused('salaryMin', `${salaryMin} is more than salaryMax, ${salaryMax}; change both together`)
  }
  if (salaryMin === null && salaryMax === null) return
  if (salaryCurrency === null) throw refused('salaryCurrency', 'is required with salaryMin or salaryMax')
  if (salaryPeriod === null) throw refused('salaryPeriod', 'is required with salaryMin or salaryMax')
}

/** A question of the new list; has an id when the old list contains it with the same wording. */
export type WantedQuestion = Omit<ScreeningQuestion, 'id'> & { id?: number }

/** Keeps the ids of unchanged questions, because stored answers refer to them; each id is used once.
 * A question that only moved or became required or optional counts as unchanged. */
export function keepIds(
  before: ScreeningQuestion[],
  wanted: Omit<ScreeningQuestion, 'id'>[],
): WantedQuestion[] {
  const left = before.map((question) => ({ id: question.id, wording: wording(question) }))
  return wanted.map((question) => {
    const words = wording(question)
    const index = left.findIndex((old) => old.wording === words)
    return index < 0 ? question : { ...question, id: left.splice(index, 1)[0]!.id }
  })
}

function wording({ text, type, options }: Omit<ScreeningQuestion, 'id'>): string {
  return JSON.stringify([readAs(text), type, options.map(readAs)])
}
