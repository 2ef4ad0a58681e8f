/** A candidate and the last activity that orders it, in milliseconds since 1970. */
export interface Ranked {
  id: number
  active: number
}

/** Which of the indexed candidates a page needs when `own` candidates are to be merged into them. */
export function neededRange(own: number, { offset, limit }: { offset: number; limit: number }) {
  const first = Math.max(0, offset - own)
  return { offset: first, limit: offset + limit - first }
}

/** The ids of the page at `offset`, of `own` and `indexed` candidates together: last active first, then id descending. `indexed`
 * is the `neededRange` of them. */
export function mergePage(
  own: readonly Ranked[],
  indexed: readonly Ranked[],
  { offset, limit }: { offset: number; limit: number },
): number[] {
  const merged = [...own, ...indexed].sort((a, b) => b.active - a.active || b.id - a.id)
  // Those that rank before the range are not in `merged`. An own one that ranks before them is counted too late by as many, and
  // still before the page.
  const start = offset - neededRange(own.length, { offset, limit }).offset
  return merged.slice(start, start + limit).map(({ id }) => id)
}
