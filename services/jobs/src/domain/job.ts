import type {
  applyMethods,
  employmentTypes,
  JobStatus,
  remoteTypes,
  Salary,
  ScreeningQuestion,
} from '@jobboard/contracts/jobs/job'

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
}

/** The fields of a job that lists show. */
export type JobSummary = Omit<
  Job,
  'employerId' | 'description' | 'applyMethod' | 'applyEmailAddress' | 'applyUrl' | 'screeningQuestions'
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
