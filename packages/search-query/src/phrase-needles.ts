import type { Phrase } from './ast.ts'
import { encodeWord } from './encode.ts'

/** The texts of which one starts one of the `windows` of a profile exactly if the phrase is in it. `words` are the encoded
 * words of its wildcard, of use only when it ends in a `wild`. For Meilisearch. */
export function phraseNeedles({ head, last }: Phrase, words: readonly string[]): string[] {
  const start = `/${head.map(encodeWord).join('/')}/`
  if (last.type === 'prefix') return [start + encodeWord(last.word)]
  return (last.type === 'term' ? [encodeWord(last.word)] : words).map((word) => `${start}${word}/`)
}
