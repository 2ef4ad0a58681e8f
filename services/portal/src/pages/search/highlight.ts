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
  const add = (text: string, isMatch: boolean) => {
    const last = pieces.at(-1)
    if (last?.isMatch === isMatch) last.text += text
    else if (text !== '') pieces.push({ text, isMatch })
  }
  for (const [index, part] of parts.entries()) {
    if (!marked.has(index)) {
      add(part, false)
      continue
    }
    const from = marked.has(index - 1) ? 0 : lengthOf(part, OPENING)
    const to = marked.has(index + 1) ? part.length : part.length - lengthOf([...part].reverse(), CLOSING)
    add(part.slice(0, from), false)
    add(part.slice(from, to), true)
    add(part.slice(to), false)
  }
  return pieces
}

const OPENING = new Set('([{"\'“«')
const CLOSING = new Set(')]}"\'”»,;:!')

/** How many characters at the start are marks. */
function lengthOf(characters: Iterable<string>, marks: ReadonlySet<string>): number {
  let count = 0
  for (const character of characters) {
    if (!marks.has(character)) break
    count++
  }
  return count
}
