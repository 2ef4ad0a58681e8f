import { joinedWords } from '@jobboard/search-query/tokenise'
import type { Posting } from './assessor.ts'
import { ownWordsOf } from './copied-text.ts'
import { termWeight } from './term-weight.ts'
import { countedWords, MAX_WORDS, stemOf, type Terms, termsOf, termsOfWords } from './terms.ts'

/** The terms of a posting. */
export interface PostingTerms {
  title: Terms
  /** Title and description. */
  all: Terms
  /** Weight of each term: grows slowly with its repetitions; triple in the title. */
  weights: Map<string, number>
  /** The words of a text without those that are copied from the posting; read once for each text. */
  ownWords(text: string): readonly string[]
}

const TITLE_FACTOR = 3

/** The terms of the title and the description. */
export function postingTermsOf({ title, description }: Posting): PostingTerms {
  const words = joinedWords(`${title}\n${description ?? ''}`, MAX_WORDS)
  const counts = new Map<string, number>()
  for (const word of countedWords(words)) counts.set(stemOf(word), (counts.get(stemOf(word)) ?? 0) + 1)
  const titleTerms = termsOf(title)
  const weights = new Map(
    [...counts].map(([stem, count]) => [
      stem,
      (1 + Math.log(count)) * (titleTerms.has(stem) ? TITLE_FACTOR : 1) * termWeight(stem),
    ]),
  )
  const own = new Map<string, readonly string[]>()
  const ownOf = ownWordsOf(words)
  const ownWords = (text: string) => {
    const found = own.get(text) ?? ownOf(joinedWords(text, MAX_WORDS))
    own.set(text, found)
    return found
  }
  return { title: titleTerms, all: termsOfWords(words), weights, ownWords }
}

/** Cosine of the angle between the posting's weighted terms and a set of terms, 0 to 1. */
export function similarityTo({ weights }: PostingTerms, terms: Terms): number {
  if (terms.size === 0 || weights.size === 0) return 0
  let shared = 0
  let length = 0
  for (const [stem, weight] of weights) {
    length += weight * weight
    if (terms.has(stem)) shared += weight * termWeight(stem)
  }
  let size = 0
  for (const stem of terms.keys()) size += termWeight(stem) ** 2
  return shared / Math.sqrt(length * size)
}

/** The words that stand in both, as the posting writes them, the weightiest first. */
export function sharedWords({ all, weights }: PostingTerms, terms: Terms, limit = 8): string[] {
  return [...all]
    .filter(([stem]) => terms.has(stem))
    .sort(([a], [b]) => weights.get(b)! - weights.get(a)!)
    .slice(0, limit)
    .map(([, word]) => word)
}
