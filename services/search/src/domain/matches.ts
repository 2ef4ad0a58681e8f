import type { Profile } from '@jobboard/contracts/candidate'
import type { QueryMatch } from '@jobboard/contracts/query-match'
import { isChain, type Leaf, type Node } from '@jobboard/search-query/ast'
import { evaluate } from '@jobboard/search-query/evaluate'
import { limits } from '@jobboard/search-query/limits'
import { printQuery } from '@jobboard/search-query/print-query'
import { contactMask, HIDDEN } from './mask.ts'
import { type SectionText, sectionTexts } from './searchable-texts.ts'
import type { Tokeniser } from './tokeniser.ts'

type Words = readonly string[]

/** Returns a function that finds where the terms of a query outside of NOT stand in a profile. A term that only masked
 * details contain is absent, so that a list of terms cannot spell out an address (P-207). */
export function queryMatcher(query: Node, { toDocument }: Tokeniser): (profile: Profile) => QueryMatch[] {
  const terms = [...new Map(includedLeaves(query).map((leaf) => [printQuery(leaf), leaf]))]
  const wordsOf = (text: string): Words => toDocument([text]).sections.flat()
  return (profile) => {
    const mask = contactMask(profile)
    const visible = lazily((text: string) => mask(text).split(HIDDEN).map(wordsOf))
    const indexed = withinLimit(sectionTexts(profile), wordsOf)
    return terms.flatMap(([term, leaf]) => {
      const matching = indexed.filter(
        // The word itself must be indexed: masking can cut one word into another.
        ({ text, words }) => evaluate(leaf, [words]) && evaluate(leaf, visible(text)),
      )
      const sections = [...new Set(matching.map(({ section }) => section))]
      return sections.length > 0 ? [{ term, sections }] : []
    })
  }
}

/** The operands under no NOT, or under an even number of them. */
function includedLeaves(node: Node, isIncluded = true): Leaf[] {
  if (node.type === 'not') return includedLeaves(node.of, !isIncluded)
  if (isChain(node)) return node.of.flatMap((part) => includedLeaves(part, isIncluded))
  return isIncluded ? [node] : []
}

/** The texts with their words, as far as they are indexed. */
function withinLimit(texts: SectionText[], wordsOf: (text: string) => Words) {
  let remaining: number = limits.documentWords
  return texts.map(({ section, text }) => {
    const words = remaining > 0 ? wordsOf(text).slice(0, remaining) : []
    remaining -= words.length
    return { section, text, words }
  })
}

function lazily<Value>(compute: (text: string) => Value): (text: string) => Value {
  const computed = new Map<string, Value>()
  return (text) => {
    if (!computed.has(text)) computed.set(text, compute(text))
    return computed.get(text)!
  }
}
