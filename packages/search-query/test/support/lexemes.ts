import type { SearchDocument } from '../../src/document.ts'
import { encodeWord } from '../../src/encode.ts'
import { linkLexeme } from '../../src/link-lexeme.ts'
import { isInner } from '../../src/word-links.ts'

/** The distinct words of a document and lexemes of all its links. */
export function lexemesOf({ terms, sections }: SearchDocument): string[] {
  const links = sections.flatMap((section) => {
    const words = section.map(encodeWord)
    const ends = words.flatMap((word, i) => (isInner(word) ? [] : [i]))
    return ends.slice(1).map((end, i) => linkLexeme(words.slice(ends[i], end + 1)))
  })
  return [...new Set([...terms, ...links])]
}
