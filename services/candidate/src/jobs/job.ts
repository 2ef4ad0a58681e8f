import { ApiError, notFound } from '@jobboard/contracts/error'
import type { JobStatus, ScreeningQuestion } from '@jobboard/contracts/jobs/job'

/** The fields of a job that an apply depends on. */
export interface Job {
  jobId: number
  employerId: number
  /** Null: not known yet. */
  employerName: string | null
  status: JobStatus
  title: string
  reference: string | null
  description: string | null
  city: string | null
  country: string | null
  employmentType: string | null
  remoteType: string | null
  expiryDate: Date | null
  screeningQuestions: ScreeningQuestion[]
  /** Null: live. */
  sandboxId: number | null
}

/** A Draft is invisible to candidates. Throws not_found. */
export function assertVisible(job: Job): void {
  if (job.status === 'Draft') throw notFound()
}

/** Throws not_found for a Draft, invalid_state for a Closed or Expired job, including an Active one past its
 * expiryDate that the jobs service has not expired yet (D-32). */
export function assertOpen(job: Job, now: Date): void {
  assertVisible(job)
  const hasEnded = job.status !== 'Active' || (job.expiryDate !== null && job.expiryDate <= now)
  if (!hasEnded) return
  const state = job.status === 'Active' ? 'Expired' : job.status
  throw new ApiError('invalid_state', `jobId: this job is ${state} and takes no more applications.`)
}
