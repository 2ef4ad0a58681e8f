import type { ApplicationStatus, applicationTypes } from '@jobboard/contracts/applications/application'
import type { AnsweredQuestion } from './screening.ts'

/** An application with everything the candidate service stores about it. */
export interface Application {
  id: number
  candidateId: number
  jobId: number
  jobTitle: string
  employerId: number
  employerName: string
  status: ApplicationStatus
  applicationType: (typeof applicationTypes)[number]
  isAiAssisted: boolean
  coverLetter: string | null
  resumeUrl: string | null
  screeningAnswers: AnsweredQuestion[]
  appliedAt: Date
  updatedAt: Date
  /** When the candidate last withdrew it; a later move leaves it (D-69). */
  withdrawnAt: Date | null
}

/** What pipeline decided about the status, as a resync returns it there. */
export interface SyncedStatus {
  version: number
}
