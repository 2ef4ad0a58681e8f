import { encodeWord } from './encode.ts'
import { limits } from './limits.ts'
import { tokenise } from './tokenise.ts'

/** The searchable form of a profile: words by section for the oracle, distinct encoded words and the encoded text
 * `|/machine/learning/c++/|/acme/|` for Postgres. */
export type SearchDocument = { sections: string[][]; terms: string[]; body: string }

/** Makes the searchable form. Each text is a section of its own, which no phrase crosses (D-42); words beyond
 * `limits.documentWords` are left out. */
export function toSearchDocument(texts: readonly string[]): SearchDocument {
  const sections: string[][] = []
  let room: number = limits.documentWords
  for (const text of texts) {
    if (room === 0) break
    const words = tokenise(text).slice(0, room)
    room -= words.length
    if (words.length > 0) sections.push(words)
  }
  const encoded = sections.map((words) => words.map(encodeWord))
  const body = encoded.map((words) => `|/${words.join('/')}/`).join('')
  return { sections, terms: [...new Set(encoded.flat())], body: `${body}|` }
}

/** The distinct runs of up to `length` words, `/machine/learning/c++/`, one for each position with a successor: a phrase of
 * up to `length` words is in the document exactly if a window starts with its `needle`. For Meilisearch. */
export function phraseWindows(document: SearchDocument, length: number = limits.phraseWords): string[] {
  const distinct = new Set<string>()
  for (const words of document.sections) {
    const encoded = words.map(encodeWord)
    for (let start = 0; start + 1 < encoded.length; start++) {
      distinct.add(`/${encoded.slice(start, start + length).join('/')}/`)
    }
  }
  return [...distinct]
}
