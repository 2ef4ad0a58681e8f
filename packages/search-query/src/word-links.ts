import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

// Words that most texts repeat and few phrases start or end with: an index of links of them would be large, and of no use.
const INNER = new Set('a an and are be by for from is of or that the this to with'.split(' '))
// Like those, for Meilisearch only: the list above is part of the index of Postgres (search_lexemes).
const FUNCTION_WORDS = new Set(
  'all has have i may must my not our their we which who will you your'.split(' '),
)
// Phrases start with these and do not end with them: "on call", "in house".
const LEADING = new Set('as at in on'.split(' '))

/** Whether an encoded word can only be inside a link of Postgres. */
export function isInner(word: string): boolean {
  return INNER.has(word)
}

/** Whether an encoded word can only be inside a link of Meilisearch. */
export function isInsideLink(word: string): boolean {
  return INNER.has(word) || FUNCTION_WORDS.has(word)
}

/** Whether a link of Meilisearch can end with an encoded word. */
export function isContent(word: string): boolean {
  return !isInsideLink(word) && !LEADING.has(word)
}

/** The two values of a link, given as encoded words `years/of/experience`: a document has the first, or the second where the link
 * is ambiguous in it. */
export function linkValues(text: string): [plain: string, ambiguous: string] {
  return [wordLink(text, false), wordLink(text, true)]
}

/** One value of a link, nine characters: 54 bits of the SHA-256 of `/years/of/experience/`. */
export function wordLink(text: string, isAmbiguous: boolean): string {
  return digits(hash('sha256', `${isAmbiguous ? '~' : ''}/${text}/`, 'buffer'), 9)
}

/** The two values of a pair of links, given as the words of both `air/traffic/control`: a document has the first, or the second
 * where it could be mistaken for another pair. */
export function pairValues(text: string): [short: string, long: string] {
  return [shortPair(text), longPair(text)]
}

/** Three characters, 18 bits. */
export function shortPair(text: string): string {
  const bits = crc32(text)
  return digits([bits, bits >>> 6, bits >>> 12], 3)
}

/** Nine characters, as a link has. */
export function longPair(text: string): string {
  return digits(hash('sha256', `|/${text}/`, 'buffer'), 9)
}

// Neither upper case, blanks, quotes nor a backslash: Meilisearch stores such a text as it is, and a filter needs no escapes.
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,-./:;<=>?@[]^_{|}~'

/** The lowest six bits of each of the first numbers. */
function digits(numbers: ArrayLike<number>, length: number): string {
  let text = ''
  for (let i = 0; i < length; i++) text += DIGITS[numbers[i]! & 63]
  return text
}

// A run is neighbouring encoded words of which the first and the last are not inner. A link is a run with exactly two words
// that are not inner.

/** The text of a run: an inner word follows a blank, any other a slash: `years of/experience`. */
export function runText(words: readonly string[]): string {
  return words.map((word, i) => `${i === 0 ? '' : isInner(word) ? ' ' : '/'}${word}`).join('')
}

/** Lexeme of a run that is ambiguous in a document: a link to it occurs and a link from it, but not always both together.
 * 17 characters: `~` and 96 bits of the SHA-256. */
export function ambiguousLexeme(run: readonly string[]): string {
  return hashed(`/${runText(run)}`)
}

/** Lexeme of an ambiguous run between a link before and one after it, given as one run. */
export function surroundedLexeme(run: readonly string[]): string {
  return hashed(runText(run))
}

function hashed(text: string): string {
  return `~${hash('sha256', text, 'buffer').subarray(0, 12).toString('base64')}`
}
