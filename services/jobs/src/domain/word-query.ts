import { ApiError } from '@jobboard/contracts/error'
import { and, isChain, type Leaf, type Node, not, or } from '@jobboard/search-query/ast'
import { InvalidQuery } from '@jobboard/search-query/invalid-query'
import { normalisePunctuation } from '@jobboard/search-query/normalise-punctuation'
import { parse } from '@jobboard/search-query/parse'
import { tsquery } from '@jobboard/search-query/tsquery'

/** The boolean language of CV search without phrases and wildcards, as text to cast to tsquery.
 * Throws invalid_query. */
export function wordQuery(query: string): string {
  try {
    return String(tsquery(onlyWords(parse(query), normalisePunctuation(query)), new Map(), 'lexeme'))
  } catch (error) {
    throw error instanceof InvalidQuery ? new ApiError('invalid_query', `query: ${error.message}`) : error
  }
}

function onlyWords(node: Node, query: string): Node {
  if (isChain(node)) {
    const of = node.of.map((part) => onlyWords(part, query))
    return node.type === 'and' ? and(of) : or(of)
  }
  return node.type === 'not' ? not(onlyWords(node.of, query), node.at) : words(node, query)
}

// `Node.js` without quotes is two words of one phrase: here both must occur, at any place.
function words(leaf: Leaf, query: string): Node {
  if (leaf.type === 'term') return leaf
  if (leaf.type !== 'phrase' || leaf.last.type !== 'term') {
    throw new InvalidQuery('Write whole words: the search for jobs has no wildcards', leaf.at)
  }
  if (query[leaf.at] === '"') {
    throw new InvalidQuery(
      'Remove the quotation marks: the search for jobs finds words, not phrases',
      leaf.at,
    )
  }
  return and([...leaf.head.map((word) => ({ type: 'term', word, at: leaf.at }) as const), leaf.last])
}
