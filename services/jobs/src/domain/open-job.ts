import type { Salary } from '@jobboard/contracts/jobs/job'
import type { Job, Posting } from './job.ts'

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
