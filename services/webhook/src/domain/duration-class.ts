// Neighbouring classes differ by a fifth, so the middle of a class is within 10 % of all that it has.
const RATIO = 1.2

/** Classes of durations: all above the last one's begin, 9 s, are in the last one. */
export const DURATION_CLASSES = 52

/** The class of a duration in ms, from 0. */
export function classOf(durationMs: number): number {
  if (durationMs <= 1) return 0
  return Math.min(DURATION_CLASSES - 1, Math.ceil(Math.log(durationMs) / Math.log(RATIO)))
}

/** The duration in ms that `share` (0 to 1) of what was counted by class did not exceed, to within 10 %; null when nothing
 * was counted. */
export function percentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const wanted = Math.ceil(total * share)
  let counted = 0
  const found = counts.findIndex((count) => {
    counted += count
    return counted >= wanted
  })
  return found === 0 ? 1 : Math.round(RATIO ** (found - 0.5))
}
