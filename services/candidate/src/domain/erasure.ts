import type { ErasingService } from '@jobboard/contracts/candidates/erasure'
import type { Application } from './application.ts'

/** An application as the event of an erasure names it. */
export type ErasedApplication = Pick<
  Application,
  'id' | 'employerId' | 'jobId' | 'jobTitle' | 'applicationType' | 'isAiAssisted' | 'appliedAt'
>

/** An erasure with the confirmations received so far. */
export interface StoredErasure {
  id: number
  candidateId: number
  requestedAt: Date
  confirmations: { service: ErasingService; confirmedAt: string }[]
}
