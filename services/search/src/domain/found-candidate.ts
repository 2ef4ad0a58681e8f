import type { Profile } from '@jobboard/contracts/candidate'

/** A searchable candidate as one employer sees it. */
export interface FoundCandidate {
  id: number
  /** Of the profile. */
  version: number
  profile: Profile
  lastActiveAt: Date
  isUnlocked: boolean
}

/** The same on a page, without a profile that the reader has cached. */
export type ListedCandidate = Omit<FoundCandidate, 'profile'> & { profile: Profile | null }
