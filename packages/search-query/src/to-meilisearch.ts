import { leaves, type Node, type Phrase } from './ast.ts'
import { encodeWord } from './tokenise.ts'
import { encodedWords, type WildcardWords } from './wildcards.ts'
import { isContent, isInsideLink, linkValues, pairValues } from './word-links.ts'

/** Filters over the words `t` and the links `w` of documents. Every document that matches `certain` matches the query; every
 * document that matches the query matches `possible`. They are the same object when they decide every phrase. */
export type MeilisearchFilters = { certain: IndexFilter; possible: IndexFilter }

/** Translates a query to filters of Meilisearch. `words` holds the expansion of every wildcard in `wildcards(node)`. */
export function toMeilisearch(node: Node, words: WildcardWords): MeilisearchFilters {
  const certain = toFilter(node, words, 'certain')
  const isExact = leaves(node).every((leaf) => leaf.type !== 'phrase' || isDecided(leaf, words))
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
  const { inner, links, open } = linked(head.map(encodeWord))
  const ends = encodedWords(last, words)
  const content = ends.filter(isContent)
  const next = content.map((word) => [...open, word])
  const end = open.length > 0 ? hasLink(next) : oneOf('t', content)
  if (bound === 'certain' && (inner.length > 0 || links.length > 1)) return false
  // Of several last words a document may have the pair of one and the link of another.
  const isExact = bound === 'possible' || last.type === 'term'
  const followed = links.map((link, i) =>
    isFollowed(link, links[i + 1] ? [links[i + 1]!] : isExact ? next : []),
  )
  const decided = allOf([...inner, ...followed, end])
  if (bound === 'certain') return decided
  const other = oneOf(
    't',
    ends.filter((word) => !isContent(word)),
  )
  const openWords = open.map((word) => oneOf('t', [word]))
  return anyOf([decided, allOf([...inner, ...links.map((link) => hasLink([link])), ...openWords, other])])
}

/** Whether the filter decides a phrase: it starts and ends with a content word, and is one link, or two links without a wildcard. */
function isDecided({ head, last }: Phrase, words: WildcardWords): boolean {
  const { inner, links } = linked(head.map(encodeWord))
  const isShort = links.length === 0 || (links.length === 1 && last.type === 'term')
  return inner.length === 0 && isShort && encodedWords(last, words).every(isContent)
}

/** Whether a document has one of the links. */
function hasLink(links: string[][]): IndexFilter {
  return oneOf(
    'w',
    links.flatMap((link) => linkValues(link.join('/'))),
  )
}

/** Whether a document has a link and after it one of the `next`, if it has that one. */
function isFollowed(link: string[], next: string[][]): IndexFilter {
  const [plain, ambiguous] = linkValues(link.join('/'))
  const pairs = oneOf(
    'w',
    next.flatMap((words) => pairValues([...link, ...words.slice(1)].join('/'))),
  )
  return anyOf([oneOf('w', [plain]), allOf([oneOf('w', [ambiguous]), pairs])])
}

/** The inner words before the first link of a phrase, its complete links, and the words of the link that its last word continues. */
function linked(head: string[]): { inner: IndexFilter[]; links: string[][]; open: string[] } {
  const inner: IndexFilter[] = []
  const links: string[][] = []
  let open: string[] = []
  for (const word of head) {
    if (open.length === 0 && isInsideLink(word)) inner.push(oneOf('t', [word]))
    else open.push(word)
    if (open.length > 1 && isContent(word)) {
      links.push(open)
      open = [word]
    }
  }
  return { inner, links, open }
}

/** A condition on the words `t` and links `w` of a document, or a constant. */
export type IndexFilter =
  | boolean
  | { attribute: 't' | 'w'; values: readonly string[] }
  | { type: 'and' | 'or'; of: IndexFilter[] }
  | { type: 'not'; of: IndexFilter }

/** Conjunction without constants. */
export function allOf(parts: IndexFilter[]): IndexFilter {
  if (parts.includes(false)) return false
  const left = parts.filter((part) => part !== true)
  return left.length === 0 ? true : left.length === 1 ? left[0]! : { type: 'and', of: left }
}

/** Disjunction without constants; conditions on one attribute become one list. */
function anyOf(parts: IndexFilter[]): IndexFilter {
  if (parts.includes(true)) return true
  const lists = { t: new Set<string>(), w: new Set<string>() }
  const left: IndexFilter[] = []
  for (const part of parts) {
    if (typeof part === 'boolean') continue
    if ('attribute' in part) for (const value of part.values) lists[part.attribute].add(value)
    else left.push(part)
  }
  const listed = (['w', 't'] as const).map((attribute) => oneOf(attribute, [...lists[attribute]]))
  left.unshift(...listed.filter((part) => part !== false))
  return left.length === 0 ? false : left.length === 1 ? left[0]! : { type: 'or', of: left }
}

/** Negation. */
export function noneOf(part: IndexFilter): IndexFilter {
  if (typeof part === 'boolean') return !part
  return 'of' in part && part.type === 'not' ? part.of : { type: 'not', of: part }
}

/** Whether an attribute has one of the values. */
function oneOf(attribute: 't' | 'w', values: readonly string[]): IndexFilter {
  return values.length === 0 ? false : { attribute, values }
}

/** Prints a filter in the grammar of Meilisearch. Encoded words contain neither quotes nor backslashes, so nothing needs escaping. */
export function printFilter(filter: IndexFilter): string {
  // The functions above leave no constant inside a filter.
  if (typeof filter === 'boolean') throw new Error('a constant has no text')
  if ('attribute' in filter) {
    const quoted = filter.values.map((value) => `"${value}"`)
    return quoted.length === 1
      ? `${filter.attribute} = ${quoted[0]}`
      : `${filter.attribute} IN [${quoted.join(', ')}]`
  }
  if (filter.type === 'not') return `NOT ${nested(filter.of)}`
  const isAnd = filter.type === 'and'
  return filter.of
    .map((part) => (isAnd && isAny(part) ? nested(part) : printFilter(part)))
    .join(isAnd ? ' AND ' : ' OR ')
}

/** Bytes that Meilisearch copies to parse a filter: for each value the rest of the text, several times. */
export function parsingCost(printed: string): number {
  return printed.length * (printed.split('"').length >> 1)
}

function nested(filter: IndexFilter): string {
  return typeof filter === 'object' && 'attribute' in filter
    ? printFilter(filter)
    : `(${printFilter(filter)})`
}

function isAny(filter: IndexFilter): boolean {
  return typeof filter === 'object' && 'of' in filter && filter.type === 'or'
}
