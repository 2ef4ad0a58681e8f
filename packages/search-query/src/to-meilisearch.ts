import { leaves, type Node, type Pattern, type Phrase, type Prefix, type Term } from './ast.ts'
import { encodeWord } from './encode.ts'
import { allOf, anyOf, type IndexFilter, noneOf, oneOf } from './index-filter.ts'
import { type WildcardWords, wordsOf } from './wildcards.ts'
import { isContent, isInner, wordLink } from './word-links.ts'

/** Filters over the words `t` and the links `w` of documents. Every document that matches `certain` matches the query; every
 * document that matches the query matches `possible`. They are the same object unless a phrase is more than one link. */
export type MeilisearchFilters = { certain: IndexFilter; possible: IndexFilter }

/** Translates a query to filters of Meilisearch. `words` holds the expansion of every wildcard in `wildcards(node)`. */
export function toMeilisearch(node: Node, words: WildcardWords): MeilisearchFilters {
  const certain = toFilter(node, words, 'certain')
  const isExact = leaves(node).every((leaf) => leaf.type !== 'phrase' || isOneLink(leaf, words))
  return { certain, possible: isExact ? certain : toFilter(node, words, 'possible') }
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
      return toLinks(node, words, bound)
    default:
      return oneOf('t', encodedWords(node, words))
  }
}

function toLinks({ head, last }: Phrase, words: WildcardWords, bound: Bound): IndexFilter {
  const { parts, open } = linked(head.map(encodeWord))
  const ends = encodedWords(last, words)
  const content = ends.filter(isContent)
  const end =
    open.length > 0
      ? oneOf(
          'w',
          content.map((word) => wordLink([...open, word])),
        )
      : oneOf('t', content)
  // Several links of a phrase may occur apart, and words outside of its links anywhere.
  if (bound === 'certain') return parts.length === 0 ? end : false
  const other = oneOf(
    't',
    ends.filter((word) => !isContent(word)),
  )
  const openWords = open.map((word) => oneOf('t', [word]))
  return anyOf([allOf([...parts, end]), allOf([...parts, ...openWords, other])])
}

function isOneLink({ head, last }: Phrase, words: WildcardWords): boolean {
  return linked(head.map(encodeWord)).parts.length === 0 && encodedWords(last, words).every(isContent)
}

/** Conditions for the first words of a phrase; `open` are the words of a link that the next word continues. */
function linked(head: string[]): { parts: IndexFilter[]; open: string[] } {
  const parts: IndexFilter[] = []
  let open: string[] = []
  for (const word of head) {
    if (open.length === 0 && isInner(word)) parts.push(oneOf('t', [word]))
    else open.push(word)
    if (open.length > 1 && isContent(word)) {
      parts.push(oneOf('w', [wordLink(open)]))
      open = [word]
    }
  }
  return { parts, open }
}

function encodedWords(word: Term | Prefix | Pattern, words: WildcardWords): readonly string[] {
  if (word.type === 'term') return [encodeWord(word.word)]
  return wordsOf(word.type === 'prefix' ? `${word.word}*` : word.pattern, words)
}
