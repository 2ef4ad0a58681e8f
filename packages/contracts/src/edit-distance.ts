/** Fewest characters that are left out, added, replaced or swapped with the next between two texts, or `limit` + 1 when there
 * are more. Linear in the length of the texts for a given `limit`. */
export function editDistance(one: ArrayLike<string>, other: ArrayLike<string>, limit: number): number {
  const tooMany = limit + 1
  if (Math.abs(one.length - other.length) > limit) return tooMany
  // Only this many cells beside the diagonal of the table can be within the limit: cell `d` of row `i` is column i + d - limit.
  const width = 2 * limit + 1
  const columns = Array.from({ length: width }, (_, d) => d - limit)
  let beforeLast: number[] = []
  let last = columns.map((column) => (column < 0 ? tooMany : column))
  for (let i = 1; i <= one.length; i++) {
    const row: number[] = []
    for (const [d, offset] of columns.entries()) {
      const j = i + offset
      let best = j === 0 ? i : tooMany
      if (j > 0 && j <= other.length) {
        const isSame = one[i - 1] === other[j - 1]
        const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
        best = Math.min(
          last[d]! + (isSame ? 0 : 1),
          (last[d + 1] ?? tooMany) + 1,
          (row[d - 1] ?? tooMany) + 1,
          isSwap ? beforeLast[d]! + 1 : tooMany,
        )
      }
      row.push(best)
    }
    if (Math.min(...row) > limit) return tooMany
    beforeLast = last
    last = row
  }
  return Math.min(last[other.length - one.length + limit]!, tooMany)
}
