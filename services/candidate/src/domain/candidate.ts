import type { Profile } from '@jobboard/contracts/candidate'
import type { Input } from '@jobboard/contracts/endpoint'
import type { createCandidate, updateCandidate } from '@jobboard/contracts/endpoints/candidate'

/** A candidate with everything that is known. */
export interface Candidate extends Omit<Profile, 'completeness' | 'createdAt' | 'updatedAt'> {
  /** Null: the consent has no end. */
  consentExpiresAt: Date | null
  isSearchable: boolean
  lastActiveAt: Date
  /** Grows by one with each change. */
  version: number
  createdAt: Date
  updatedAt: Date
}

/** What a candidate or the portal may change; `undefined` leaves a field. */
export type CandidatePatch = Partial<Input<typeof updateCandidate>['body']>

/** What the portal sends to create a candidate. */
export type CandidateForm = Input<typeof createCandidate>['body']
