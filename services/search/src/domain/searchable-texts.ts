import type { Profile } from '@jobboard/contracts/candidate'

/** The texts a query is matched against: one per field or list entry, since a phrase never spans two of them (D-42).
 * Name, e-mail, phone, address and socials are excluded: searching them would unmask a masked list. */
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
