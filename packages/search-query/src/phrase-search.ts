import type { Phrase } from './ast.ts'
import { encodeWord } from './encode.ts'
import { literal, shape } from './wildcards.ts'

/** How to find a phrase in `SearchDocument.body`: the body contains it if and only if `lead` is a substring and `regex`, if
 * not null, matches. `name` is unique to the phrase and no word has it. */
export type PhraseSearch = { name: string; lead: string; regex: string | null }

/** Searches a phrase by its text; one that ends in a `wild` by a pattern, since 500 texts would take a minute. */
export function phraseSearch({ head, last }: Phrase): PhraseSearch {
  const start = `/${head.map(encodeWord).join('/')}/`
  if (last.type === 'wild') {
    const before = last.pattern.slice(0, last.pattern.search(/[*?]/))
    const name = `${start}${[...last.pattern].map((part) => (WILD.test(part) ? part : encodeWord(part))).join('')}/`
    const regex = `/${[...head.map(literal), shape(last.pattern)].join('/')}/`
    return { name, lead: start + encodeWord(before), regex }
  }
  const text = start + encodeWord(last.word) + (last.type === 'term' ? '/' : '')
  return { name: text, lead: text, regex: null }
}

const WILD = /[*?]/
