import { truncateWord } from './encode.ts'
import { limits } from './limits.ts'
import { normalise } from './normalise.ts'

/** Incremented whenever `normalise`, `tokenise` or `encodeWord` changes, or what the documents of search leave out as contact
 * details (P-260): indexes of another version must be rebuilt. A migration of search makes the tables of the new version. */
export const TOKENISER_VERSION = 2

/** The words of a text, in order (D-40): `C++`, `C#` and `.NET` are single words, `Node.js` and `CI/CD` two,
 * `bachelor's` is `bachelors`. Words are truncated (`truncateWord`). Of the text no more is read than has `most`
 * words, and 20 characters of its normal form for each: there, one character can be four words of 18. */
export function tokenise(text: string, most: number = limits.documentWords): string[] {
  const found: string[] = []
  let read = 0
  for (let start = 0, end = 0; start < text.length && read < most * CHARACTERS_PER_WORD; start = end) {
    end = endOfPart(text, start)
    const form = normalise(text.slice(start, end))
    read += form.length
    for (const word of words(form, WORD)) {
      if (found.length >= most) return found
      found.push(truncateWord(word))
    }
  }
  return found
}

const CHARACTERS_PER_WORD = 20
const PART = 4_000
const BLANK = /\s/

// Before a blank, over which no word reaches; in a text without blanks after 8 000 characters.
function endOfPart(text: string, start: number): number {
  const most = start + 2 * PART
  const part = text.slice(start + PART, most)
  const blank = part.search(BLANK)
  return Math.min(text.length, blank < 0 ? most : start + PART + blank)
}

/** The words of a part of a query, in which `*` and `?` belong to words. They are not truncated. */
export function tokenisePattern(text: string): string[] {
  return words(normalise(text), PATTERN)
}

function words(form: string, word: RegExp): string[] {
  return form.replace(INNER_APOSTROPHE, '').match(word) ?? []
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
