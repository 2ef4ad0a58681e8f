/** Random numbers that depend on a seed and an index only. */
export interface Random {
  /** A whole number from `min` to `max`. */
  integer(min: number, max: number): number
  pick<T>(list: readonly T[]): T
  /** `count` different values, or all when there are fewer. */
  sample<T>(list: readonly T[], count: number): T[]
  chance(probability: number): boolean
}

/** The numbers of one object of a series: mulberry32, seeded by both. */
export function randomOf(seed: number, index: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    integer,
    pick: (list) => list[integer(0, list.length - 1)]!,
    sample(list, count) {
      const rest = [...list]
      return Array.from({ length: Math.min(count, rest.length) }, () => {
        return rest.splice(integer(0, rest.length - 1), 1)[0]!
      })
    },
    chance: (probability) => next() < probability,
  }
}
