import type { Phrase } from './ast.ts'
import { encodeWord } from './encode.ts'
import { literal, shape } from './wildcards.ts'

/** How to find a phrase in `SearchDocument.body`: it is there exactly if `lead` is part of the text and `regex`, where there is
 * one, matches. `name` is its own, and no word's. */
export type PhraseSearch = { name: string; lead: string; regex: string | null }

/** Finds a phrase by its text; one that ends in a `wild` by the shape, since 500 texts would take a minute. */
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
