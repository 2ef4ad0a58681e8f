import type { Profile } from '@jobboard/contracts/candidate'

/** What a query is compared with, one text for each field or list entry, which no phrase crosses (D-42). Name, e-mail,
 * phone, address and socials are left out: a masked list plus a search over them would unmask. */
export function searchableTexts(profile: Profile): string[] {
  return [
    profile.headline ?? '',
    ...profile.skills,
    profile.summary ?? '',
    ...profile.languages.map(({ language }) => language),
    ...profile.employmentHistory.flatMap(({ title, employer, description }) => [
      title,
      employer,
      description,
    ]),
    ...profile.education.flatMap(({ school, degree, field }) => [school, degree, field]),
  ]
}
