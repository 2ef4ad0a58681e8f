import { encodeWord } from './encode.ts'
import { limits } from './limits.ts'
import { tokenise } from './tokenise.ts'

/** Searchable form of a profile: words by section for the reference evaluator; distinct encoded words and the encoded text
 * `|/machine/learning/c++/|/acme/|` for Postgres. */
export type SearchDocument = { sections: string[][]; terms: string[]; body: string }

/** Builds the searchable form. Each text is a section of its own, which no phrase spans (D-42); words beyond
 * `limits.documentWords` are dropped. */
export function toSearchDocument(texts: readonly string[]): SearchDocument {
  const sections: string[][] = []
  let remaining: number = limits.documentWords
  for (const text of texts) {
    if (remaining === 0) break
    const words = tokenise(text, remaining)
    remaining -= words.length
    if (words.length > 0) sections.push(words)
  }
  const encoded = sections.map((words) => words.map(encodeWord))
  const body = encoded.map((words) => `|/${words.join('/')}/`).join('')
  return { sections, terms: [...new Set(encoded.flat())], body: `${body}|` }
}
