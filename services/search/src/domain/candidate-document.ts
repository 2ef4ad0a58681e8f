import { contactMask, HIDDEN } from '@jobboard/contact-mask/contact-mask'
import type { Profile } from '@jobboard/contracts/candidates/profile'
import { documentOf, type SearchDocument } from '@jobboard/search-query/document'
import { limits } from '@jobboard/search-query/limits'
import { type MaskedProfile, maskProfile, type Steps, shownTexts } from './masked-profile.ts'
import type { Tokeniser } from './tokeniser.ts'

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
): [text: string, isMasked: boolean][] {
  const unmasked = [
    summary ?? '',
    ...employmentHistory.flatMap(({ employer, description }) => [employer, description]),
    ...education.map(({ school }) => school),
  ]
  return [
    ...shownTexts(shown).map(({ text }): [string, boolean] => [text, true]),
    ...unmasked.map((text): [string, boolean] => [text, false]),
  ]
}
