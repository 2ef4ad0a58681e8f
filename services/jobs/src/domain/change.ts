import type { Input } from '@jobboard/contracts/endpoint'
import type { createJob, updateJob } from '@jobboard/contracts/endpoints/jobs'
import { ApiError } from '@jobboard/contracts/error'
import { asOf, type Job, next, type Posting } from './job.ts'
import { checkComplete } from './publish.ts'

type JobPatch = Input<typeof updateJob>['body']

const EMPTY: Omit<Posting, 'title'> = {
  reference: null,
  description: null,
  city: null,
  country: null,
  employmentType: null,
  remoteType: null,
  applyMethod: null,
  applyEmailAddress: null,
  applyUrl: null,
}

/** The posting of a new draft (D-21). */
export function draft(body: Input<typeof createJob>['body']): Posting {
  return { ...EMPTY, ...given(body), title: body.title }
}

/** Applies a patch to a Draft or Active job (D-08, D-23); the same job when nothing changes.
 * Throws invalid_state, also when an Active job would lose what publishing needs. */
export function change(stored: Job, patch: JobPatch, now: Date): Job {
  const job = changeable(stored, now)
  const changes = given(patch)
  const changed = Object.entries(changes).some(([field, value]) => job[field as keyof Posting] !== value)
  if (!changed) return job
  const result = next(job, changes, now)
  if (result.status === 'Active') checkComplete(result, 'An Active job keeps')
  return result
}

/** The job as it is now. Throws invalid_state when it is Closed or Expired (D-23). */
export function changeable(stored: Job, now: Date): Job {
  const job = asOf(stored, now)
  if (job.status === 'Draft' || job.status === 'Active') return job
  throw new ApiError('invalid_state', `The job is ${job.status}; only a Draft or Active job can be changed.`)
}

// D-08: what is absent or null stays as it is, "" clears.
function given(patch: JobPatch): Partial<Posting> {
  const present = Object.entries(patch).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present.map(([field, value]) => [field, value === '' ? null : value]))
}
