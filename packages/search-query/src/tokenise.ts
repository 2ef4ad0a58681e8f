import { truncateWord } from './encode.ts'
import { normalise } from './normalise.ts'

/** Incremented whenever `normalise`, `tokenise` or `encodeWord` changes, or what the documents of search leave out as contact
 * details (P-260): indexes of another version must be rebuilt. */
export const TOKENISER_VERSION = 2

/** The words of a text, in order (D-40): `C++`, `C#` and `.NET` are single words, `Node.js` and `CI/CD` two,
 * `bachelor's` is `bachelors`. Words are truncated (`truncateWord`). */
export function tokenise(text: string): string[] {
  return words(text, WORD).map(truncateWord)
}

/** The words of a part of a query, in which `*` and `?` belong to words. They are not truncated. */
export function tokenisePattern(text: string): string[] {
  return words(text, PATTERN)
}

function words(text: string, word: RegExp): string[] {
  return normalise(text).replace(INNER_APOSTROPHE, '').match(word) ?? []
}

const INNER_APOSTROPHE = /(?<=[\p{L}\p{N}\p{M}])'(?=[\p{L}\p{N}])/gu
const WORD = wordExpression('')
const PATTERN = wordExpression('*?')

// A dot stays before a letter unless it ends something (asp.net, etc...and). After a letter `++` stays (C++17 is
// c++ 17), `#` unless a letter follows (C#8), a single `+` at the end of a word only (A+, Security+; not a+b, 3+).
function wordExpression(wild: string): RegExp {
  const letter = `[\\p{L}${wild}]`
  const inner = `[\\p{L}\\p{N}\\p{M}${wild}]`
  const dot = `(?:(?<![\\p{L}\\p{N}\\p{M}${wild}.])\\.(?=${letter}))?`
  const suffix = `(?<=[\\p{L}\\p{M}${wild}])(?:\\+\\+|#(?!\\p{L})|\\+(?![\\p{L}\\p{N}]))`
  const wildEnd = wild ? `[${wild}]*` : ''
  return new RegExp(`${dot}[\\p{L}\\p{N}${wild}]${inner}*(?:${suffix}${wildEnd})?`, 'gu')
}
