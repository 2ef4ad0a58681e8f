import type {
  applyMethods,
  employmentTypes,
  JobStatus,
  remoteTypes,
  ScreeningQuestion,
} from '@jobboard/contracts/job'

/** What employers write into a job (D-21); null where nothing was given. */
export interface Posting {
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
}

/** A job as it is stored. Read it through `asOf`: the row may be a moment behind its `expiryDate`. */
export interface Job extends Posting {
  id: number
  employerId: number
  status: JobStatus
  postedDate: Date | null
  expiryDate: Date | null
  createdAt: Date
  updatedAt: Date
  version: number
  screeningQuestions: ScreeningQuestion[]
}

/** The job as everyone must see it at `now`: an Active one past its expiryDate is Expired (D-25), with the very
 * state and version that the expiry timer will store. */
export function asOf<J extends Pick<Job, 'status' | 'expiryDate' | 'updatedAt' | 'version'>>(
  job: J,
  now: Date,
): J {
  if (job.status !== 'Active' || !job.expiryDate || job.expiryDate > now) return job
  return { ...job, status: 'Expired', updatedAt: job.expiryDate, version: job.version + 1 }
}

/** The next version of a job. */
export function next(job: Job, changes: Partial<Job>, now: Date): Job {
  return { ...job, ...changes, updatedAt: now, version: job.version + 1 }
}
