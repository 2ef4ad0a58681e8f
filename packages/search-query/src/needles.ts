import type { Phrase } from './ast.ts'
import { enc } from './encode.ts'

/** The texts of which one is in `SearchDocument.body`, or starts one of the `windows`, exactly if the phrase is in the profile.
 * `words` are the encoded words of its wildcard, of use only when it ends in a `wild`. */
export function needles({ head, last }: Phrase, words: readonly string[]): string[] {
  const start = `/${head.map(enc).join('/')}/`
  if (last.type === 'prefix') return [start + enc(last.word)]
  return (last.type === 'term' ? [enc(last.word)] : words).map((word) => `${start}${word}/`)
}
