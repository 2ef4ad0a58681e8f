import type { Profile } from '@jobboard/contracts/candidate'
import type { QueryMatch } from '@jobboard/contracts/query-match'

/** A searchable text and the section of the profile that contains it. */
export interface SectionText {
  section: QueryMatch['sections'][number]
  text: string
}

/** The texts a query is matched against: one per field or list entry, since a phrase never spans two of them (D-42).
 * Name, e-mail, phone, address and socials are excluded: searching them would unmask a masked list. */
export function sectionTexts(profile: Profile): SectionText[] {
  const { headline, skills, summary, languages, employmentHistory, education } = profile
  const of = (section: SectionText['section'], texts: string[]) => texts.map((text) => ({ section, text }))
  return [
    ...of('headline', [headline ?? '']),
    ...of('skills', skills),
    ...of('summary', [summary ?? '']),
    ...of(
      'languages',
      languages.map(({ language }) => language),
    ),
    ...of(
      'employmentHistory',
      employmentHistory.flatMap(({ title, employer, description }) => [title, employer, description]),
    ),
    ...of(
      'education',
      education.flatMap(({ school, degree, field }) => [school, degree, field]),
    ),
  ]
}

/** The texts of `sectionTexts`, as they are indexed. */
export function searchableTexts(profile: Profile): string[] {
  return sectionTexts(profile).map(({ text }) => text)
}
