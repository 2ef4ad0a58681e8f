import { tokenise } from '@jobboard/search-query/tokenise'

/** Words in a row that two texts share by copying only. */
const RUN = 8

/** Returns a function that removes passages of 8 or more words that stand in `source` word for word: text pasted
 * from the posting says nothing about the candidate (P-112). */
export function withoutCopiesOf(source: string): (text: string) => string {
  const runs = new Set(runsOf(tokenise(source)))
  return (text) => {
    const words = tokenise(text)
    const copied = new Set<number>()
    for (const [start, run] of runsOf(words).entries()) {
      if (runs.has(run)) for (let i = start; i < start + RUN; i++) copied.add(i)
    }
    return copied.size === 0 ? text : words.filter((_, i) => !copied.has(i)).join(' ')
  }
}

function runsOf(words: string[]): string[] {
  return words.slice(0, Math.max(0, words.length - RUN + 1)).map((_, i) => words.slice(i, i + RUN).join(' '))
}
