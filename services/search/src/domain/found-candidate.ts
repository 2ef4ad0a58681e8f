import type { MaskedProfile } from './masked-profile.ts'

/** A searchable candidate as one employer sees it. */
export interface FoundCandidate {
  id: number
  shown: MaskedProfile
  lastActiveAt: Date
  isUnlocked: boolean
}

/** The same on a page, without the masked profile where the reader has cached it. */
export interface ListedCandidate extends Omit<FoundCandidate, 'shown'> {
  /** Version of the profile that the masked one was made of. */
  version: number
  shown: MaskedProfile | null
}
