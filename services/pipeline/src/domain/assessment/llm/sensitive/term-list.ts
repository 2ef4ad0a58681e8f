import { normalise } from '@jobboard/search-query/tokenise'

/** Terms of a list: words, beginnings of words (`word*`) and phrases (`of_two_words`). */
export interface TermList {
  /** Whether a term stands in the words, which are in normal form. */
  isIn(words: readonly string[]): boolean
  has(word: string): boolean
}

/** Longest beginning that is looked up. */
const MAX_BEGINNING = 24
// Zero-width and direction marks within a word.
const FORMAT = /\p{Cf}/gu
const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** The words of a text in normal form: no case, no diacritics. */
export function wordsOf(text: string): string[] {
  return normalise(text.replace(FORMAT, '')).match(WORD) ?? []
}

/** Reads a list of terms, separated by white space. */
export function termList(text: string): TermList {
  const words = new Set<string>()
  const beginnings = new Set<string>()
  // By first word; the last word may be a beginning.
  const phrases = new Map<string, { rest: string[]; isOpen: boolean }[]>()
  for (const term of text.split(/\s+/).filter(Boolean)) {
    const isOpen = term.endsWith('*')
    const [first = '', ...rest] = wordsOf(term.replaceAll('_', ' '))
    if (rest.length > 0) phrases.set(first, [...(phrases.get(first) ?? []), { rest, isOpen }])
    else (isOpen ? beginnings : words).add(first)
  }
  const has = (word: string) => {
    if (words.has(word)) return true
    for (let end = Math.min(word.length, MAX_BEGINNING); end >= 3; end--) {
      if (beginnings.has(word.slice(0, end))) return true
    }
    return false
  }
  const isPhraseAt = (all: readonly string[], index: number) =>
    phrases.get(all[index]!)?.some(({ rest, isOpen }) =>
      rest.every((word, place) => {
        const found = all[index + 1 + place]
        const isLast = place === rest.length - 1
        return found === word || (isLast && isOpen && found?.startsWith(word) === true)
      }),
    ) ?? false
  return { has, isIn: (all) => all.some((word, index) => has(word) || isPhraseAt(all, index)) }
}
