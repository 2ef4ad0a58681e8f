import { wordsOf } from './terms.ts'

/** Letters in a row that are compared, with the start and the end of a word as letters of their own. */
const RUN = 3

/** Share of runs of three letters that the words of two titles have in common (Dice), 0 to 1: `Waiter` and `Waitress` are
 * alike, though no word of them is the same. */
export function titleLikeness(a: string, b: string): number {
  const [runsOfA, runsOfB] = [runsOf(a), runsOf(b)]
  if (runsOfA.size === 0 || runsOfB.size === 0) return 0
  const shared = [...runsOfA].filter((run) => runsOfB.has(run)).length
  return (2 * shared) / (runsOfA.size + runsOfB.size)
}

function runsOf(title: string): Set<string> {
  const runs = new Set<string>()
  for (const word of wordsOf(title)) {
    const letters = ['^', ...word, '$']
    for (let i = 0; i + RUN <= letters.length; i++) runs.add(letters.slice(i, i + RUN).join(''))
  }
  return runs
}
