import type { QueryMatch } from '@jobboard/contracts/search/search'
import { type Leaf, leaves } from '@jobboard/search-query/ast'
import { evaluate } from '@jobboard/search-query/evaluate'
import { parse } from '@jobboard/search-query/parse'
import { splitText, tokenise } from '@jobboard/search-query/tokenise'

/** A piece of a text; the pieces in a row are the text. */
export interface Piece {
  text: string
  isMatch: boolean
}

/** Marks what matched in the texts of one page. Terms and words repeat from row to row, so each is read once. */
export function openHighlighter() {
  const read = new Map<string, Leaf[]>()
  const tokenised = new Map<string, string[]>()
  const leavesOf = (term: string) => once(read, term, () => leaves(parse(term)))
  const wordsOf = (part: string) => once(tokenised, part, () => tokenise(part))
  return {
    /** The terms of a query that matched in a section, to mark them there. */
    termsIn: (matches: readonly QueryMatch[], section: QueryMatch['sections'][number]): Leaf[] =>
      matches.filter(({ sections }) => sections.includes(section)).flatMap(({ term }) => leavesOf(term)),
    contains: (text: string, terms: readonly Leaf[]): boolean => {
      if (terms.length === 0) return false
      const words = [splitText(text).flatMap(wordsOf)]
      return terms.some((term) => evaluate(term, words))
    },
    /** Splits a text where a term begins or ends to match. What stands between blanks is marked whole, `Node.js` for `node`;
     * of a script without blanks its letters. */
    highlight: (text: string, terms: readonly Leaf[]): Piece[] => highlight(text, terms, wordsOf),
  }
}
export type Highlighter = ReturnType<typeof openHighlighter>

function once<T>(known: Map<string, T>, key: string, read: () => T): T {
  const found = known.get(key) ?? read()
  known.set(key, found)
  return found
}

function highlight(text: string, terms: readonly Leaf[], wordsOf: (part: string) => string[]): Piece[] {
  if (terms.length === 0) return text === '' ? [] : [{ text, isMatch: false }]
  const parts = splitText(text)
  const words = parts.flatMap((part, index) => wordsOf(part).map((word) => ({ word, index })))
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
