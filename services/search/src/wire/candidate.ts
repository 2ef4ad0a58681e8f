import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { previewCandidate, searchCandidates } from '@jobboard/contracts/endpoints/search'
import type { FoundCandidate } from '../domain/found-candidate.ts'
import { contactMask, maskName } from '../domain/mask.ts'
import { yearsOfExperience } from '../domain/years-of-experience.ts'

/** One search result (D-44): without contact details, also when the candidate is unlocked. */
export function toSearchItem(
  { profile, lastActiveAt, isUnlocked }: FoundCandidate,
  now: Date,
): ResponseBody<typeof searchCandidates>['items'][number] {
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
    lastActiveAt: lastActiveAt.toISOString(),
    isUnlocked,
  }
}

/** The search result with the history, without names of employers and schools and without free text (D-46). */
export function toPreview(found: FoundCandidate, now: Date): ResponseBody<typeof previewCandidate> {
  const { profile } = found
  const mask = contactMask(profile)
  return {
    ...toSearchItem(found, now),
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
