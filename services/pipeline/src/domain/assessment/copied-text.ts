import { joinedWords } from '@jobboard/search-query/tokenise'
import { MAX_WORDS } from './terms.ts'

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
export function ownWordsOf(source: readonly string[]): (words: readonly string[]) => readonly string[] {
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
