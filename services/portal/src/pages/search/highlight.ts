import type { QueryMatch } from '@jobboard/contracts/query-match'
import { type Leaf, leaves } from '@jobboard/search-query/ast'
import { evaluate } from '@jobboard/search-query/evaluate'
import { parse } from '@jobboard/search-query/parse'
import { tokenise } from '@jobboard/search-query/tokenise'

/** A piece of a text; the pieces in a row are the text. */
export interface Piece {
  text: string
  isMatch: boolean
}

/** The terms of a query that matched in a section, to mark them there. */
export function termsIn(matches: readonly QueryMatch[], section: QueryMatch['sections'][number]): Leaf[] {
  return matches
    .filter(({ sections }) => sections.includes(section))
    .flatMap(({ term }) => leaves(parse(term)))
}

/** Splits a text where a term begins or ends to match. A word of the text is marked whole: `Node.js` for `node`. */
export function highlight(text: string, terms: readonly Leaf[]): Piece[] {
  const parts = text.split(/(\s+)/)
  const words = parts.flatMap((part, index) => tokenise(part).map((word) => ({ word, index })))
  const marked = new Set<number>()
  for (const term of terms) {
    const length = term.type === 'phrase' ? term.head.length + 1 : 1
    for (let start = 0; start + length <= words.length; start++) {
      const found = words.slice(start, start + length)
      if (!evaluate(term, [found.map(({ word }) => word)])) continue
      // With the blanks between the words of a phrase.
      for (let index = found[0]!.index; index <= found.at(-1)!.index; index++) marked.add(index)
    }
  }
  const pieces: Piece[] = []
  parts.forEach((part, index) => {
    const isMatch = marked.has(index)
    const last = pieces.at(-1)
    if (last?.isMatch === isMatch) last.text += part
    else pieces.push({ text: part, isMatch })
  })
  return pieces
}
