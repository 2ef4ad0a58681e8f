import type { Phrase } from './ast.ts'
import { encodeWord } from './encode.ts'

/** Texts of which one is a prefix of a `phraseWindows` entry if and only if the profile contains the phrase. `words` are the
 * encoded words of its wildcard, needed only when it ends in a `wild`. For Meilisearch. */
export function phraseNeedles({ head, last }: Phrase, words: readonly string[]): string[] {
  const start = `/${head.map(encodeWord).join('/')}/`
  if (last.type === 'prefix') return [start + encodeWord(last.word)]
  return (last.type === 'term' ? [encodeWord(last.word)] : words).map((word) => `${start}${word}/`)
}
