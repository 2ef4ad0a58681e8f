import type { QueryMatch } from '@jobboard/contracts/search/search'
import { isChain, type Leaf, type Node } from '@jobboard/search-query/ast'
import { evaluate } from '@jobboard/search-query/evaluate'
import { limits } from '@jobboard/search-query/limits'
import { printQuery } from '@jobboard/search-query/print-query'
import {
  type MaskedProfile,
  type Steps,
  shownTexts,
  type Tokeniser,
  visibleWords,
} from '../documents/document.ts'

/** Returns a function that finds where the terms of a query outside of NOT stand in what rows and previews show of a profile. A term
 * that stands only elsewhere is absent: a list of terms would spell out an employer or an address. */
export function queryMatcher(
  query: Node,
  tokeniser: Tokeniser,
): (shown: MaskedProfile) => Steps<QueryMatch[]> {
  const terms = [...new Map(includedLeaves(query).map((leaf) => [printQuery(leaf), leaf]))]
  return function* (shown) {
    const found = new Map<string, Set<Section>>(terms.map(([term]) => [term, new Set()]))
    let remaining: number = limits.documentWords
    for (const { section, text } of shownTexts(shown)) {
      // As far as they are indexed.
      const parts = visibleWords(text, tokeniser).map((words) => words.slice(0, Math.max(0, remaining)))
      remaining -= parts.reduce((sum, words) => sum + words.length, 0)
      for (const [term, leaf] of terms) {
        const sections = found.get(term)!
        if (!sections.has(section) && evaluate(leaf, parts)) sections.add(section)
      }
      yield
    }
    return [...found].flatMap(([term, sections]) =>
      sections.size > 0 ? [{ term, sections: [...sections] }] : [],
    )
  }
}

type Section = QueryMatch['sections'][number]

/** The operands under no NOT, or under an even number of them. */
function includedLeaves(node: Node, isIncluded = true): Leaf[] {
  if (node.type === 'not') return includedLeaves(node.of, !isIncluded)
  if (isChain(node)) return node.of.flatMap((part) => includedLeaves(part, isIncluded))
  return isIncluded ? [node] : []
}

/** The different whole words of the operands outside of NOT, each where it, or the phrase with it, stands first. */
export function includedWords(query: Node): { word: string; at: number }[] {
  const found = new Map<string, number>()
  for (const leaf of includedLeaves(query)) {
    const head = leaf.type === 'phrase' ? leaf.head : []
    const last = leaf.type === 'phrase' ? leaf.last : leaf
    const words = last.type === 'term' ? [...head, last.word] : head
    for (const word of words) if (!found.has(word)) found.set(word, leaf.at)
  }
  return [...found].map(([word, at]) => ({ word, at }))
}
