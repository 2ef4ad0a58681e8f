import { hash } from 'node:crypto'

// Words that most texts repeat and few phrases start or end with: an index of links of them would be large, and of no use.
const INNER = new Set('a an and are be by for from is of or that the this to with'.split(' '))
// Like those, but phrases start with them: "on call", "in house".
const LEADING = new Set('as at in on'.split(' '))

/** Whether an encoded word can only be inside a link. */
export function isInner(word: string): boolean {
  return INNER.has(word)
}

/** Whether a link can end with an encoded word. */
export function isContent(word: string): boolean {
  return !INNER.has(word) && !LEADING.has(word)
}

/** The two forms of the link of encoded words: a document has the first, or the second when the last word of the link is
 * ambiguous in it (P-197). */
export function wordLinkForms(words: readonly string[]): [string, string] {
  return [wordLink(words, false), wordLink(words, true)]
}

/** One form of a link, nine characters: 54 bits of the SHA-256 of `/years/of/experience/` (P-240). */
export function wordLink(words: readonly string[], isEndAmbiguous: boolean): string {
  return hashed(`${isEndAmbiguous ? '~' : ''}/${words.join('/')}/`)
}

/** The forms of two links that follow each other, given as the words of both: `air traffic control`. A document has the first, of
 * three characters, unless it could be mistaken for another pair there. */
export function linkPairForms(words: readonly string[]): [string, string] {
  const long = hashed(`|/${words.join('/')}/`)
  return [long.slice(0, SHORT_LENGTH), long]
}

// Neither upper case, blanks, quotes nor a backslash: Meilisearch stores such a text as it is, and a filter needs no escapes.
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,-./:;<=>?@[]^_{|}~'
const LENGTH = 9
const SHORT_LENGTH = 3

function hashed(text: string): string {
  const bytes = hash('sha256', text, 'buffer')
  let link = ''
  for (let i = 0; i < LENGTH; i++) link += DIGITS[bytes[i]! & 63]
  return link
}
