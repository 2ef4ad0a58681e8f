/** A deterministic random generator (mulberry32): the same seed gives the same sequence. */
export function seededRandom(seed: number): { below(limit: number): number; pick<T>(list: readonly T[]): T } {
  let state = seed
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return { below, pick: (list) => list[below(list.length)]! }
}
