/** Ten times the text may take thirty times as long: noise and caches cost a factor of three, a square would be a hundred. */
const MOST = 30
const LENGTHS = [1_000, 10_000, 100_000]
/** A time that is too long is measured this often, and the shortest counts: other work only makes it longer. */
const RUNS = 5
/** Below it a time is taken as this: compiling for a moment must not decide. */
const LEAST_MS = 3
/** A run that takes longer is not repeated. */
const ENDLESS_MS = 1_000

/** Why a run on texts of 1 000, 10 000 and 100 000 characters takes more than linear time; undefined when it does not.
 * Times are CPU times of this thread, which other programs do not change. */
export function quadraticGrowth(run: (length: number) => () => void): string | undefined {
  let shorter = Number.POSITIVE_INFINITY
  for (const length of LENGTHS) {
    const ms = shortestMs(run(length), MOST * shorter)
    if (ms > MOST * shorter) {
      return `${length} characters take ${ms.toFixed(1)} ms, ${length / 10} take ${shorter.toFixed(1)} ms`
    }
    shorter = Math.max(LEAST_MS, ms)
  }
  return undefined
}

/** The shortest of at most five runs; the second one when that is within `limitMs`, because the first one compiles. */
function shortestMs(work: () => void, limitMs: number): number {
  let shortest = Number.POSITIVE_INFINITY
  for (let i = 0; i < RUNS; i++) {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    shortest = Math.min(shortest, (user + system) / 1_000)
    if (shortest > ENDLESS_MS || (i > 0 && shortest <= limitMs)) break
  }
  return shortest
}
