import type { createCandidate, updateCandidate } from '@jobboard/contracts/candidates/admin'
import type { Profile } from '@jobboard/contracts/candidates/profile'
import type { Input } from '@jobboard/contracts/endpoint'

/** A candidate with every stored field. */
export interface Candidate extends Omit<Profile, 'completeness' | 'createdAt' | 'updatedAt'> {
  /** Null: the consent does not expire. */
  consentExpiresAt: Date | null
  isSearchable: boolean
  lastActiveAt: Date
  /** Grows by one with each change. */
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Fields that a candidate or the portal may change; `undefined` leaves a field unchanged. */
export type CandidatePatch = Partial<Input<typeof updateCandidate>['body']>

/** Request body of the portal to create a candidate. */
export type CandidateForm = Input<typeof createCandidate>['body']

/** The last activity of a candidate, and the version of the candidate with it. */
export interface Activity {
  candidateId: number
  lastActiveAt: Date
  version: number
}
