import { leaves, type Node, type Pattern, type Prefix, type Term } from './ast.ts'
import { InvalidQuery, limits } from './limits.ts'
import { ENCODED_CHARACTER, encodeWord } from './tokenise.ts'

/** A wildcard of a query, looked up in the vocabulary of encoded words by the anchored `regex` (valid in JavaScript and
 * PostgreSQL). Postgres needs the words of a `wild`, and of a `prefix` at the end of a phrase; Meilisearch those of every
 * `prefix`. */
export type Wildcard = { kind: 'wild' | 'prefix'; pattern: string; regex: string; at: number }

/** Encoded words by `Wildcard.pattern`. */
export type WildcardWords = ReadonlyMap<string, readonly string[]>

/** The distinct wildcards of a query, including those at the end of a phrase. */
export function wildcards(node: Node): Wildcard[] {
  const found = new Map<string, Wildcard>()
  for (const leaf of leaves(node)) {
    const word = leaf.type === 'phrase' ? leaf.last : leaf
    if (word.type === 'term') continue
    const wildcard = toWildcard(word, leaf.at)
    if (!found.has(wildcard.pattern)) found.set(wildcard.pattern, wildcard)
  }
  return [...found.values()]
}

/** The words of one wildcard. Throws when it was not expanded: it would silently match nobody. */
export function wordsOf(pattern: string, words: WildcardWords): readonly string[] {
  const found = words.get(pattern)
  if (!found) throw new Error('a wildcard of the query was not expanded')
  return found
}

/** The encoded words that a word of the query stands for. */
export function encodedWords(word: Term | Prefix | Pattern, words: WildcardWords): readonly string[] {
  return word.type === 'term' ? [encodeWord(word.word)] : wordsOf(patternOf(word), words)
}

/** Error for a wildcard that matches more than `limits.wordsPerWildcard` words (D-41). */
export function tooManyWords({ pattern, at }: Wildcard): InvalidQuery {
  return new InvalidQuery(
    `Write more characters of '${pattern}': it matches more than ${limits.wordsPerWildcard} different words`,
    at,
  )
}

/** Key of a wildcard in `WildcardWords`. */
function patternOf(word: Prefix | Pattern): string {
  return word.type === 'prefix' ? `${word.word}*` : word.pattern
}

function toWildcard(word: Prefix | Pattern, at: number): Wildcard {
  const pattern = patternOf(word)
  if (word.type === 'prefix') return { kind: 'prefix', pattern, regex: `^${literal(word.word)}`, at }
  return { kind: 'wild', pattern, regex: `^${shape(pattern)}$`, at }
}

/** Regular expression source for the encoded words of a pattern. */
export function shape(pattern: string): string {
  const parts = { '?': ENCODED_CHARACTER, '*': `${ENCODED_CHARACTER}*` }
  return [...pattern].map((part) => parts[part as '?' | '*'] ?? literal(part)).join('')
}

/** Regular expression source for one word, encoded. */
export function literal(text: string): string {
  return encodeWord(text).replace(/[.+]/g, '[$&]')
}
