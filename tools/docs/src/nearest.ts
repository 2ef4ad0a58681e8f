/** The candidate that shares most letter pairs with `wanted`; undefined when none shares at least a third of them. */
function nearest(wanted: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestScore = 1 / 3
  for (const candidate of candidates) {
    const score = likeness(wanted, candidate)
    if (score <= bestScore) continue
    best = candidate
    bestScore = score
  }
  return best
}

/** Ends a breach with the nearest match, when there is one. */
export function suggestion(wanted: string, candidates: Iterable<string>): string {
  const match = nearest(wanted, candidates)
  return match === undefined ? '' : `; nearest: ${match}`
}

// Sørensen-Dice coefficient over pairs of letters.
function likeness(one: string, other: string): number {
  const pairs = pairsOf(one)
  const others = pairsOf(other)
  let shared = 0
  for (const [pair, count] of pairs) shared += Math.min(count, others.get(pair) ?? 0)
  return (2 * shared) / (total(pairs) + total(others) || 1)
}

function pairsOf(text: string): Map<string, number> {
  const lower = text.toLowerCase()
  const pairs = new Map<string, number>()
  for (let index = 0; index + 1 < lower.length; index++) {
    const pair = lower.slice(index, index + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}

function total(pairs: Map<string, number>): number {
  return [...pairs.values()].reduce((sum, count) => sum + count, 0)
}
