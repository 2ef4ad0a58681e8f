import type { Profile } from '@jobboard/contracts/candidate'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { previewCandidate, searchCandidates } from '@jobboard/contracts/endpoints/search'
import type { FoundCandidate } from '../domain/found-candidate.ts'
import { contactMask, maskName } from '../domain/mask.ts'
import { yearsOfExperience } from '../domain/years-of-experience.ts'

export type SearchItem = ResponseBody<typeof searchCandidates>['items'][number]
export type MaskedProfile = Omit<SearchItem, 'lastActiveAt' | 'isUnlocked' | 'matches'>

/** What a search shows of a profile (D-44): no contact details, also when the candidate is unlocked. Depends on the month of
 * `now`. */
export function toMaskedProfile(profile: Profile, now: Date): MaskedProfile {
  const mask = contactMask(profile)
  return {
    candidateId: profile.id,
    name: maskName(profile),
    headline: profile.headline && mask(profile.headline),
    city: profile.city && mask(profile.city),
    country: profile.country,
    skills: profile.skills.map(mask),
    yearsOfExperience: yearsOfExperience(profile.employmentHistory, now),
    careerStatus: profile.careerStatus,
  }
}

/** One search result: the profile as it is shown, and what an employer knows of the candidate. */
export function toSearchItem(
  shown: MaskedProfile,
  { lastActiveAt, isUnlocked }: Pick<FoundCandidate, 'lastActiveAt' | 'isUnlocked'>,
): SearchItem {
  return { ...shown, lastActiveAt: lastActiveAt.toISOString(), isUnlocked }
}

/** The search result with the history, without names of employers and schools and without free text (D-46). */
export function toPreview(found: FoundCandidate, now: Date): ResponseBody<typeof previewCandidate> {
  const { profile } = found
  const mask = contactMask(profile)
  return {
    ...toSearchItem(toMaskedProfile(profile, now), found),
    languages: profile.languages.map(({ language, level }) => ({ language: mask(language), level })),
    employmentHistory: profile.employmentHistory.map(({ title, startMonth, endMonth }) => ({
      title: mask(title),
      startMonth,
      endMonth,
    })),
    education: profile.education.map(({ degree, field, endYear }) => ({
      degree: mask(degree),
      field: mask(field),
      endYear,
    })),
  }
}
