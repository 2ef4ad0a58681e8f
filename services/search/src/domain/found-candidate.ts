import type { Profile } from '@jobboard/contracts/candidate'
import type { ContactDetails } from './mask.ts'

/** A searchable candidate as one employer sees it. */
export interface FoundCandidate<Part = Profile> {
  profile: Part
  lastActiveAt: Date
  isUnlocked: boolean
}

/** The part of a profile that a search result is made of. */
export type ListedProfile = ContactDetails &
  Pick<Profile, 'id' | 'headline' | 'city' | 'country' | 'skills' | 'careerStatus'> & {
    employmentHistory: Pick<Profile['employmentHistory'][number], 'startMonth' | 'endMonth'>[]
  }
