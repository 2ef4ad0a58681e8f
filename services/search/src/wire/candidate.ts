import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { previewCandidate, searchCandidates } from '@jobboard/contracts/search/search'
import type { FoundCandidate } from '../domain/found-candidate.ts'
import { yearsOfExperience } from '../domain/years-of-experience.ts'

export type SearchItem = ResponseBody<typeof searchCandidates>['items'][number]

/** What a row shows of a profile in one month (D-44). */
export type ShownRow = Omit<SearchItem, 'lastActiveAt' | 'isUnlocked' | 'matches'>

/** The part of a row that depends on the profile and the month of `now` alone; no contact details, also when the candidate is
 * unlocked. */
export function toShownRow({ id, shown }: Pick<FoundCandidate, 'id' | 'shown'>, now: Date): ShownRow {
  return {
    candidateId: id,
    name: shown.name,
    headline: shown.headline,
    city: shown.city,
    country: shown.country,
    skills: shown.skills,
    yearsOfExperience: yearsOfExperience(shown.employmentHistory, now),
    careerStatus: shown.careerStatus,
  }
}

/** One search result: the profile as it is shown, and what an employer knows of the candidate. */
export function toSearchItem(
  row: ShownRow,
  { lastActiveAt, isUnlocked }: Pick<FoundCandidate, 'lastActiveAt' | 'isUnlocked'>,
): SearchItem {
  return { ...row, lastActiveAt: lastActiveAt.toISOString(), isUnlocked }
}

/** The search result with the history, without names of employers and schools and without free text (D-46). */
export function toPreview(found: FoundCandidate, now: Date): ResponseBody<typeof previewCandidate> {
  const { languages, employmentHistory, education } = found.shown
  return { ...toSearchItem(toShownRow(found, now), found), languages, employmentHistory, education }
}
