import { ApiError, notFound } from '@jobboard/contracts/error'
import type { JobStatus, ScreeningQuestion } from '@jobboard/contracts/job'

/** What an apply needs to know of a job. */
export interface Job {
  jobId: number
  employerId: number
  status: JobStatus
  title: string
  reference: string | null
  expiryDate: Date | null
  screeningQuestions: ScreeningQuestion[]
}

/** Candidates don't see drafts. Throws not_found. */
export function assertVisible(job: Job): void {
  if (job.status === 'Draft') throw notFound()
}

/** Throws not_found for a Draft, invalid_state for a job that is over, also when nobody has marked it expired yet (D-32). */
export function assertOpen(job: Job, now: Date): void {
  assertVisible(job)
  const isOver = job.status !== 'Active' || (job.expiryDate !== null && job.expiryDate <= now)
  if (!isOver) return
  const state = job.status === 'Active' ? 'Expired' : job.status
  throw new ApiError('invalid_state', `jobId: this job is ${state} and takes no more applications.`)
}
