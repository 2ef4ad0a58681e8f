import type { Phrase } from './ast.ts'
import { enc } from './encode.ts'

/** The texts of which one starts one of the `windows` of a profile exactly if the phrase is in it. `words` are the encoded
 * words of its wildcard, of use only when it ends in a `wild`. For Meilisearch. */
export function needles({ head, last }: Phrase, words: readonly string[]): string[] {
  const start = `/${head.map(enc).join('/')}/`
  if (last.type === 'prefix') return [start + enc(last.word)]
  return (last.type === 'term' ? [enc(last.word)] : words).map((word) => `${start}${word}/`)
}
