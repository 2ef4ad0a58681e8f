import { type ContactMask, contactMask, HIDDEN, maskName } from '@jobboard/contact-mask/contact-mask'
import type { Profile } from '@jobboard/contracts/candidates/profile'
import type { QueryMatch } from '@jobboard/contracts/search/search'
import { documentOf, type SearchDocument } from '@jobboard/search-query/document'
import { limits } from '@jobboard/search-query/limits'
import { TOKENISER_VERSION, tokenise } from '@jobboard/search-query/tokenise'

/** Makes the words of documents. Words of two versions do not match each other. */
export interface Tokeniser {
  version: number
  tokenise(text: string): string[]
}

/** The tokeniser of this release. */
export const currentTokeniser: Tokeniser = { version: TOKENISER_VERSION, tokenise }

/** `name` for version 1, and `name_n` for a later one. */
export function versionedName(name: string, version: number): string {
  return version === 1 ? name : `${name}_${version}`
}

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
interface SectionText {
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
  const spoken = languages.map(({ language }) => language)
  const titles = employmentHistory.map(({ title }) => title)
  const degrees = education.flatMap(({ degree, field }) => [degree, field])
  return [
    ...of('headline', [headline ?? '']),
    ...of('skills', skills),
    ...of('languages', spoken),
    ...of('employmentHistory', titles),
    ...of('education', degrees),
  ]
}

/** What is stored of a profile to search and to show it. */
export interface CandidateDocument extends SearchDocument {
  shown: MaskedProfile
}

/** Masks a profile and makes its searchable form, one text a step (D-42). What is masked is not indexed, and no phrase spans it.
 * Texts that are shown come first: `matches` counts the words that are indexed by them alone. */
export function* buildDocument(profile: Profile, tokeniser: Tokeniser): Steps<CandidateDocument> {
  const contacts = contactMask(profile)
  const shown = yield* maskProfile(profile, contacts)
  const sections: string[][] = []
  let remaining: number = limits.documentWords
  for (const [text, isMasked] of searchedTexts(profile, shown)) {
    const masked = isMasked ? text : contacts.mask(text)
    yield
    for (const words of visibleWords(masked, tokeniser)) {
      sections.push(words)
      remaining -= words.length
    }
    yield
    if (remaining <= 0) break
  }
  return { ...documentOf(sections), shown }
}

/** The words of a masked text by its visible parts. */
export function visibleWords(masked: string, { tokenise }: Tokeniser): string[][] {
  return masked.split(HIDDEN).map((part) => tokenise(part))
}

/** One text per field or list entry, since a phrase never spans two of them, and whether it is masked already. Name, e-mail, phone,
 * address and socials are not among them: searching them would unmask a masked list (D-42). */
function searchedTexts(
  { summary, employmentHistory, education }: Profile,
  shown: MaskedProfile,
): (readonly [text: string, isMasked: boolean])[] {
  const unmasked = [
    summary ?? '',
    ...employmentHistory.flatMap(({ employer, description }) => [employer, description]),
    ...education.map(({ school }) => school),
  ]
  return [
    ...shownTexts(shown).map(({ text }) => [text, true] as const),
    ...unmasked.map((text) => [text, false] as const),
  ]
}
