import { type ContactMask, contactMask, maskName } from '@jobboard/contact-mask/contact-mask'
import type { Profile } from '@jobboard/contracts/candidates/profile'
import type { QueryMatch } from '@jobboard/contracts/search/search'

/** What rows, previews and `matches` show of a profile: no contact detail, no name, no employer or school, no free text (D-44,
 * D-46). Stored with the document. */
export interface MaskedProfile
  extends Pick<Profile, 'headline' | 'city' | 'country' | 'careerStatus' | 'skills' | 'languages'> {
  name: string
  employmentHistory: Pick<Profile['employmentHistory'][number], 'title' | 'startMonth' | 'endMonth'>[]
  education: Pick<Profile['education'][number], 'degree' | 'field' | 'endYear'>[]
}

/** Work that pauses after each step; `inTurns` does it. */
export type Steps<Result> = Generator<undefined, Result>

/** Masks what is shown of a profile, one text a step. */
export function* maskProfile(
  profile: Profile,
  { mask }: ContactMask = contactMask(profile),
): Steps<MaskedProfile> {
  const masked = function* (texts: readonly string[]): Steps<string[]> {
    const done: string[] = []
    for (const text of texts) {
      done.push(mask(text))
      yield
    }
    return done
  }
  const { languages, employmentHistory, education } = profile
  const spoken = yield* masked(languages.map(({ language }) => language))
  const titles = yield* masked(employmentHistory.map(({ title }) => title))
  const degrees = yield* masked(education.map(({ degree }) => degree))
  const fields = yield* masked(education.map(({ field }) => field))
  return {
    name: maskName(profile),
    headline: profile.headline && mask(profile.headline),
    city: profile.city && mask(profile.city),
    country: profile.country,
    careerStatus: profile.careerStatus,
    skills: yield* masked(profile.skills),
    languages: languages.map(({ level }, i) => ({ language: spoken[i]!, level })),
    employmentHistory: employmentHistory.map(({ startMonth, endMonth }, i) => ({
      title: titles[i]!,
      startMonth,
      endMonth,
    })),
    education: education.map(({ endYear }, i) => ({ degree: degrees[i]!, field: fields[i]!, endYear })),
  }
}

/** A masked text that can be searched, and the section of the profile that contains it. */
export interface SectionText {
  section: QueryMatch['sections'][number]
  text: string
}

/** The searchable texts that rows and previews show, one per field or list entry. */
export function shownTexts({
  headline,
  skills,
  languages,
  employmentHistory,
  education,
}: MaskedProfile): SectionText[] {
  const of = (section: SectionText['section'], texts: string[]) => texts.map((text) => ({ section, text }))
  return [
    ...of('headline', [headline ?? '']),
    ...of('skills', skills),
    ...of(
      'languages',
      languages.map(({ language }) => language),
    ),
    ...of(
      'employmentHistory',
      employmentHistory.map(({ title }) => title),
    ),
    ...of(
      'education',
      education.flatMap(({ degree, field }) => [degree, field]),
    ),
  ]
}
