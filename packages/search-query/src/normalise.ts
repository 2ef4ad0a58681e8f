import { normalForm, plainLetters, withoutInvisible } from '@jobboard/contracts/characters'

/** Canonical form of all spellings of a word: without case, diacritics, invisible characters and compatibility variants (D-40).
 * A letter keeps 30 marks. Idempotent. */
export function normalise(text: string): string {
  let form = text
  for (let next = fold(form); next !== form; next = fold(form)) form = next
  return normalForm(form, 'NFC')
}

function fold(text: string): string {
  const visible = withoutInvisible(text).replace(TRADE_MARK, ' ').replace(APOSTROPHE, "'")
  // Upper then lower case is full case folding: STRASSE equals straße.
  return plainLetters(normalForm(visible, 'NFKD').replace(DIACRITIC, '').toUpperCase().toLowerCase())
}

// NFKD would append "tm" and "sm" to the preceding word.
const TRADE_MARK = /[\u2120\u2122]/g
const APOSTROPHE = /[\u2018\u2019\u201b\u02bc\u00b4\u2032`]/g
// Accents of alphabets, points of Hebrew, vowel signs and stretching of Arabic. Vowel signs of Indic scripts are letters.
const DIACRITIC = new RegExp(
  [
    '[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]',
    '[\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7]',
    '[\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4]',
  ].join('|'),
  'g',
)
