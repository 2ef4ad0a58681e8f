const MAX_LENGTH = 40

/** The word that a misspelt one most likely means: at most a third of its letters are wrong, missing, extra or swapped;
 * letter case, `_` and `-` do not count. Undefined when none is near, and for more than 40 characters. */
export function nearest(text: string, words: Iterable<string>): string | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const wanted = fold(text)
  let best: string | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const word of words) {
    const folded = fold(word)
    const limit = Math.min(bestDistance - 1, Math.floor(Math.max(wanted.length, folded.length) / 3))
    const distance = distanceOf(wanted, folded, limit)
    if (distance > limit) continue
    best = word
    bestDistance = distance
  }
  return best
}

function fold(text: string): string {
  return text.replace(/[_-]/g, '').toLowerCase()
}

/** Edits from one text to the other, a swap of neighbours being one; more than `limit` when there are more. */
function distanceOf(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || b.length > MAX_LENGTH) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwap ? beforeLast[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return last[b.length]!
}
