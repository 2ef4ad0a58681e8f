import type { Profile } from '@jobboard/contracts/candidate'

/** A searchable candidate as one employer sees it. */
export interface FoundCandidate {
  profile: Profile
  lastActiveAt: Date
  isUnlocked: boolean
}
