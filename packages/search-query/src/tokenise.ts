import {
  LONE_LETTER,
  LONE_WORD,
  normalForm,
  plainLetters,
  withoutInvisible,
} from '@jobboard/contracts/characters'
import { limits } from './limits.ts'

/** Incremented whenever `normalise`, `tokenise` or `encodeWord` changes, or what the documents of search leave out as contact
 * details: indexes of another version must be rebuilt. A migration of search makes the tables of the new version. */
export const TOKENISER_VERSION = 3

/** The words of a text, in order (D-40): `C++`, `C#` and `.NET` are single words, `Node.js` and `CI/CD` two,
 * `bachelor's` is `bachelors`, 工程师 three. Words are truncated (`truncateWord`). Of the text no more is read than has `most`
 * words, and 20 characters of its normal form for each: there, one character can be four words of 18. */
export function tokenise(text: string, most: number = limits.documentWords): string[] {
  return read(text, most, words)
}

/** The same, but letters of a script without blanks are one word as far as they stand together: for texts that are compared, not searched. */
export function joinedWords(text: string, most: number = limits.documentWords): string[] {
  return read(text, most, (form) => apart(form).match(WORD) ?? [])
}

function read(text: string, most: number, wordsOf: (form: string) => string[]): string[] {
  const visible = withoutInvisible(text)
  const found: string[] = []
  let length = 0
  for (let start = 0, end = 0; start < visible.length && length < most * CHARACTERS_PER_WORD; start = end) {
    end = endOfPart(visible, start)
    const form = normalise(visible.slice(start, end))
    length += form.length
    for (const word of wordsOf(form)) {
      if (found.length >= most) return found
      found.push(truncateWord(word))
    }
  }
  return found
}

const CHARACTERS_PER_WORD = 20
const PART = 4_000

// Where no word reaches over; where there is no such place, after 8 000 characters.
function endOfPart(text: string, start: number): number {
  const most = start + 2 * PART
  const from = start + PART
  const border = text.slice(from, most).search(BORDER)
  return Math.min(text.length, border < 0 ? most : from + border)
}

// A blank, or the second of two letters that are words, if the first has no mark.
const BORDER = new RegExp(`\\s|(?<=${LONE_LETTER})(?![\\u0e33\\u0eb3\\uff9e\\uff9f])${LONE_LETTER}`, 'u')

/** The words of a part of a query, in which `*` and `?` belong to words. They are not truncated. */
export function tokenisePattern(text: string): string[] {
  return apart(separated(normalise(text), PATTERN_OF_LONE_WORD)).match(PATTERN) ?? []
}

/** Whether a word is a letter of a script without blanks. */
export function isLoneWord(word: string): boolean {
  return STARTS_LONE.test(word)
}

/** Splits a text where letters of scripts without blanks, and blanks, begin and end; the pieces in a row are the text, and their
 * words are those of the text. */
export function splitText(text: string): string[] {
  return text.match(PIECE) ?? []
}

function words(form: string): string[] {
  return apart(separated(form, EACH_LONE_WORD)).match(WORD) ?? []
}

/** With blanks around each match. */
function separated(form: string, expression: RegExp): string {
  return MAY_BE_LONE.test(form) ? form.replace(expression, ' $& ') : form
}

/** With a blank after an elided article, and without the apostrophes inside of words. */
function apart(form: string): string {
  return form.includes("'") ? form.replace(ELIDED, '$& ').replace(INNER_APOSTROPHE, '') : form
}

const ARTICLES = [
  // French and Catalan: d'ingénieur, l'equip.
  'c d j l m n s t qu jusqu lorsqu puisqu quoiqu',
  // Italian: dell'ufficio, un'azienda.
  'un all coll dall dell nell sull gl quell quest',
]
// "d's" and "all's" are English. A letter before the article, as in aujourd'hui, makes it a part of a word.
const ELIDED = new RegExp(
  `(?<![\\p{L}\\p{N}\\p{M}'])(?:${ARTICLES.join(' ').replaceAll(' ', '|')})'(?=\\p{L})(?!s(?![\\p{L}\\p{N}\\p{M}]))`,
  'gu',
)
const INNER_APOSTROPHE = /(?<=[\p{L}\p{N}\p{M}])'(?=[\p{L}\p{N}])/gu
const MAY_BE_LONE = /[\u0e00-\u{10ffff}]/u
const STARTS_LONE = new RegExp(`^${LONE_LETTER}`, 'u')
const EACH_LONE_WORD = new RegExp(LONE_WORD, 'gu')
const PATTERN_OF_LONE_WORD = new RegExp(`${LONE_WORD}[*?]*`, 'gu')
const PIECE = new RegExp(`(?:(?!\\ufeff)\\s)+|${LONE_WORD}|(?:(?!${LONE_LETTER})[\\S\\ufeff])+`, 'gu')
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

/** Encodes a word in ASCII, `[a-z0-9+#.=_-]`, so that every engine and collation compares it alike. Injective, and a
 * prefix of a word encodes to a prefix of its encoding. */
export function encodeWord(word: string): string {
  if (PLAIN.test(word)) return word
  let text = ''
  for (const character of word) text += PLAIN.test(character) ? character : escaped(character.codePointAt(0)!)
  return text
}

/** The word of an encoding. */
export function decodeWord(encoded: string): string {
  return encoded.replace(ESCAPED, (_escape, alphabets, asian, rest) =>
    String.fromCodePoint(
      Number.parseInt(alphabets ?? asian ?? rest, 36) + (alphabets ? ALPHABETS : asian ? ASIAN : 0),
    ),
  )
}

/** The longest prefix of a word whose encoding fits `limits.wordBytes`. Evaluator and indexes see only truncated words. */
export function truncateWord(word: string): string {
  if (word.length <= limits.wordBytes && PLAIN.test(word)) return word
  let bytes = 0
  let end = 0
  for (const character of word) {
    bytes += encodeWord(character).length
    if (bytes > limits.wordBytes) break
    end += character.length
  }
  return word.slice(0, end)
}

/** Regular expression source for exactly one encoded character, valid in JavaScript and PostgreSQL. */
export const ENCODED_CHARACTER = '(?:[a-z0-9+#.]|-[0-9a-z]{2}|_[0-9a-z]{3}|=[0-9a-z]{4})'

const PLAIN = /^[a-z0-9+#.]+$/
const ESCAPED = /-([0-9a-z]{2})|_([0-9a-z]{3})|=([0-9a-z]{4})/g

// The leading mark gives the number of base 36 digits, so no escape is a prefix of another. Alphabets (Greek, Cyrillic,
// Hebrew, Arabic) take 3 bytes a letter, Asian scripts 4: words stay short.
function escaped(codePoint: number): string {
  if (codePoint >= ALPHABETS && codePoint < ASIAN) return `-${digits(codePoint - ALPHABETS, 2)}`
  if (codePoint >= ASIAN && codePoint < REST) return `_${digits(codePoint - ASIAN, 3)}`
  return `=${digits(codePoint, 4)}`
}

const ALPHABETS = 0x250
const ASIAN = ALPHABETS + 36 ** 2
const REST = ASIAN + 36 ** 3

function digits(value: number, length: number): string {
  return value.toString(36).padStart(length, '0')
}
