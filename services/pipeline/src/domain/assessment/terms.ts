import { joinedWords } from '@jobboard/search-query/tokenise'
import { stopWords } from './stop-words.ts'

/** Words of one text that count; limits the work that a long text can cause. */
export const MAX_WORDS = 5_000

/** The terms of a text: each stem with one of the words that it stands for. */
export type Terms = Map<string, string>

/** The terms of a text in order of appearance, without stop words and numbers. */
export function termsOf(text: string): Terms {
  return termsOfWords(joinedWords(text, MAX_WORDS))
}

/** The terms of words in their order. */
export function termsOfWords(words: readonly string[]): Terms {
  const terms: Terms = new Map()
  for (const word of countedWords(words)) {
    const stem = stemOf(word)
    if (!terms.has(stem)) terms.set(stem, word)
  }
  return terms
}

/** The words of a text that can be terms, with repetitions. */
export function wordsOf(text: string): string[] {
  return countedWords(joinedWords(text, MAX_WORDS))
}

/** Of words those that can be terms. */
export function countedWords(words: readonly string[]): string[] {
  return words.filter(
    (word) => !stopWords.has(word) && !/^\p{N}+$/u.test(word) && (word.length > 1 || word > '\u00ff'),
  )
}

const SUFFIX =
  /(?:isations?|izations?|ations?|ements?|ments?|ances?|ences?|itions?|tions?|sions?|ities|ists?|ings?|ical|ants?|ents?|ians?|iers?|ers?|ors?|ies|ied|ics?|als?|ed|es|ly|ity|ive|y|s|e)$/

/** Removes an inflection or derivation, so that `managed`, `manager` and `management` are one term. Four
 * letters always remain. */
export function stemOf(word: string): string {
  const once = cut(word)
  return cut(once)
}

function cut(word: string): string {
  const stem = word.replace(SUFFIX, '')
  return stem.length >= 4 ? stem : word
}
