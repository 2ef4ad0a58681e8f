import { joinedWords } from '@jobboard/search-query/tokenise'
import type { Posting } from './assessment.ts'
import { countedWords, MAX_WORDS, stemOf, type Terms, termsOf, termsOfWords, termWeight } from './terms.ts'

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

/** Words in a row that two texts share by copying only. */
const RUN = 8

/** Returns a function that removes passages of 8 or more words that stand in `source` word for word: text pasted
 * from the posting says nothing about the candidate. Of both the words that count are compared. */
export function withoutCopiesOf(source: string): (text: string) => string {
  const ownOf = ownWordsOf(joinedWords(source, MAX_WORDS))
  return (text) => {
    const words = joinedWords(text, MAX_WORDS)
    const own = ownOf(words)
    return own.length === words.length ? text : own.join(' ')
  }
}

/** The same for words. */
function ownWordsOf(source: readonly string[]): (words: readonly string[]) => readonly string[] {
  const runs = new Set(runsOf(source))
  return (words) => {
    const copied = new Set<number>()
    for (const [start, run] of runsOf(words).entries()) {
      if (runs.has(run)) for (let i = start; i < start + RUN; i++) copied.add(i)
    }
    return words.filter((_, i) => !copied.has(i))
  }
}

function runsOf(words: readonly string[]): string[] {
  return words.slice(0, Math.max(0, words.length - RUN + 1)).map((_, i) => words.slice(i, i + RUN).join(' '))
}
