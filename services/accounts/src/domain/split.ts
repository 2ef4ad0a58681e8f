/** What two lists are merged by, newest first. */
interface Dated {
  createdAt: string
}

/** One list that can be asked for the dates of `count` entries, every `step`-th of them from the place `from` on. */
export interface Ranked {
  total: number
  dates(from: number, step: number, count: number): Promise<string[]>
}

const PROBES = 100

/** How many of the first `skip` entries of the merged list come from `left`: found by looking at 100 places at once, in
 * log100(skip) rounds however long the lists are. On equal dates `left` goes first. */
export async function splitAt(left: Ranked, right: Ranked, skip: number): Promise<number> {
  let low = Math.max(0, skip - right.total)
  let high = Math.min(skip, left.total)
  while (low < high) {
    const step = Math.ceil((high - low) / PROBES)
    const count = Math.ceil((high - low) / step)
    const probe = (i: number) => low + i * step
    // If so many come from the left: its next one, and the last one taken from the right.
    const [nexts, lasts] = await Promise.all([
      left.dates(low, step, count),
      right.dates(skip - 1 - probe(count - 1), step, count),
    ])
    // A next one that is not older goes first: more belong to the left.
    const tooMany = nexts.findIndex((next, i) => next < lasts[count - 1 - i]!)
    const enough = tooMany === -1 ? count : tooMany
    if (tooMany !== -1) high = probe(tooMany)
    if (enough > 0) low = probe(enough - 1) + 1
  }
  return low
}

/** Merges two lists that are newest first; on equal dates `left` goes first. */
export function merge<T extends Dated>(left: T[], right: T[]): T[] {
  const merged: T[] = []
  let i = 0
  let j = 0
  while (i < left.length || j < right.length) {
    const isLeft = j >= right.length || (i < left.length && left[i]!.createdAt >= right[j]!.createdAt)
    merged.push(isLeft ? left[i++]! : right[j++]!)
  }
  return merged
}
