/** What two lists are merged by, newest first. */
interface Dated {
  createdAt: string
}

/** One list that can be asked for any of its entries, newest first. */
export interface Ranked {
  total: number
  at(index: number): Promise<Dated>
}

/** How many of the first `skip` entries of the merged list come from `left`: found by halving, with about
 * 2 x log2(skip) look-ups however long the lists are. On equal dates `left` goes first. */
export async function splitAt(left: Ranked, right: Ranked, skip: number): Promise<number> {
  let low = Math.max(0, skip - right.total)
  let high = Math.min(skip, left.total)
  while (low < high) {
    const taken = Math.floor((low + high) / 2)
    const [next, last] = await Promise.all([left.at(taken), right.at(skip - taken - 1)])
    // Would the left's next entry go before the last one taken from the right? Then more belong to the left.
    if (next.createdAt >= last.createdAt) low = taken + 1
    else high = taken
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
