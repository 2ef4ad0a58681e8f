import type { Node, Pattern, Phrase, Prefix, Term } from './ast.ts'
import { encodeWord } from './encode.ts'
import { allOf, anyOf, type IndexFilter, noneOf, oneOf, printFilter } from './index-filter.ts'
import { type WildcardWords, wordsOf } from './wildcards.ts'
import { wordPair } from './word-pairs.ts'

/** Filters over the words `t` and the pairs `w` of documents, or constants. Every document that matches `certain` matches the
 * query; every document that matches the query matches `possible`. They are equal unless a phrase has more than two words. */
export type MeilisearchFilters = { certain: string | boolean; possible: string | boolean }

/** Translates a query to filters of Meilisearch. `words` holds the expansion of every wildcard in `wildcards(node)`. */
export function toMeilisearch(node: Node, words: WildcardWords): MeilisearchFilters {
  return {
    certain: printed(toFilter(node, words, 'certain')),
    possible: printed(toFilter(node, words, 'possible')),
  }
}

type Bound = keyof MeilisearchFilters
const OPPOSITE = { certain: 'possible', possible: 'certain' } as const

function toFilter(node: Node, words: WildcardWords, bound: Bound): IndexFilter {
  switch (node.type) {
    case 'and':
      return allOf(node.of.map((part) => toFilter(part, words, bound)))
    case 'or':
      return anyOf(node.of.map((part) => toFilter(part, words, bound)))
    case 'not':
      return noneOf(toFilter(node.of, words, OPPOSITE[bound]))
    case 'phrase':
      return toPairs(node, words, bound)
    default:
      return oneOf('t', encodedWords(node, words))
  }
}

function toPairs({ head, last }: Phrase, words: WildcardWords, bound: Bound): IndexFilter {
  const encoded = head.map(encodeWord)
  const end = oneOf(
    'w',
    encodedWords(last, words).map((word) => wordPair(encoded.at(-1)!, word)),
  )
  if (encoded.length === 1) return end
  // Pairs of a phrase may occur apart: "a b" and "b c" without "a b c".
  if (bound === 'certain') return false
  return allOf([...encoded.slice(1).map((word, i) => oneOf('w', [wordPair(encoded[i]!, word)])), end])
}

function encodedWords(word: Term | Prefix | Pattern, words: WildcardWords): readonly string[] {
  if (word.type === 'term') return [encodeWord(word.word)]
  return wordsOf(word.type === 'prefix' ? `${word.word}*` : word.pattern, words)
}

function printed(filter: IndexFilter): string | boolean {
  return typeof filter === 'boolean' ? filter : printFilter(filter)
}
