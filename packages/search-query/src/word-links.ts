import { hash } from 'node:crypto'
import { limits } from './limits.ts'

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

// Neither upper case, blanks, quotes nor a backslash: Meilisearch stores such a text as it is, and a filter needs no escapes.
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,-./:;<=>?@[]^_{|}~'
const LENGTH = 9

/** The link of encoded words, nine characters: 54 bits of the SHA-256 of `/years/of/experience/` (P-240). */
export function wordLink(words: readonly string[]): string {
  const bytes = hash('sha256', `/${words.join('/')}/`, 'buffer')
  let link = ''
  for (let i = 0; i < LENGTH; i++) link += DIGITS[bytes[i]! & 63]
  return link
}

/** The distinct links of `SearchDocument.body`: from each word that is not inner to the next content word, with the words between
 * them. A phrase that is one link occurs if and only if the document has it. */
export function wordLinks(body: string): string[] {
  const links = new Set<string>()
  for (const section of body.split('|')) {
    // A section starts and ends with a slash.
    const words = section.split('/').slice(1, -1)
    let starts: number[] = []
    for (const [i, word] of words.entries()) {
      if (isContent(word)) {
        for (const start of starts) links.add(wordLink(words.slice(start, i + 1)))
        starts = []
      }
      if (!isInner(word)) starts.push(i)
      // No phrase contains a longer link.
      starts = starts.filter((start) => i + 1 - start < limits.phraseWords)
    }
  }
  return [...links]
}
