import { normalForm } from './normal-form.ts'

// Code points of which the fold is not the lower case of its upper case: a dotless i folds to itself, and
// Cherokee folds to its capitals (Unicode CaseFolding.txt).
const DOTLESS_I = 'ı'
const CHEROKEE = /^[\u13a0-\u13fd\uab70-\uabbf]$/

/** The full Unicode case fold in NFC: texts that differ only in letter case, or in composed and decomposed
 * accents, have one fold (D-27). The fold of a fold is the same text. A letter keeps 30 marks. */
export function caseFold(text: string): string {
  let folded = ''
  for (const character of normalForm(text, 'NFC')) folded += foldCharacter(character)
  return normalForm(folded, 'NFC')
}

function foldCharacter(character: string): string {
  if (character === DOTLESS_I) return character
  // Lower case first: ẞ is its own upper case, ß is not.
  const upper = character.toLowerCase().toUpperCase()
  return CHEROKEE.test(character) ? upper : upper.toLowerCase()
}
