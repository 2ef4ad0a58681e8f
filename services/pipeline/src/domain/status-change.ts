import type { ApplicationStatus } from '@jobboard/contracts/applications/application'
import type { StoredReason } from '@jobboard/contracts/applications/rejection-reasons'

/** In place of the id of a key, for a change by a person in the portal. */
export const NO_KEY = 0

/** One row of an application's history. */
export interface StatusChange {
  applicationId: number
  previousStatus: ApplicationStatus
  status: ApplicationStatus
  note: string | null
  rejectionReason: StoredReason | null
  /** `NO_KEY` for a person in the portal. */
  authorKeyId: number
  authorUserId: number | null
  /** The key is one of the candidate, who withdrew the application. */
  byCandidate: boolean
  changedAt: Date
}

/** A row of the history as listed. */
export type ListedStatusChange = Omit<StatusChange, 'applicationId'> & { id: number }
