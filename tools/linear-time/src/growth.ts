/** Ten times the text may take thirty times as long: noise and caches cost a factor of three, a square would be a hundred. */
const MOST = 30
const LENGTHS = [1_000, 10_000, 100_000]
const RUNS = 5
/** Below it a time is taken as this: a machine that does something else for a moment must not decide. */
const LEAST_MS = 3
/** A run that takes longer is not repeated. */
const ENDLESS_MS = 1_000
/** Beyond this the result is clear; below it is measured again, up to three times. */
const CLEAR = 60
const ATTEMPTS = 3

/** Why a run on texts of 1 000, 10 000 and 100 000 characters takes more than linear time; undefined when it does not. */
export function quadraticGrowth(run: (length: number) => () => void): string | undefined {
  for (let attempt = 1; ; attempt++) {
    const failure = measureOnce(run)
    if (!failure || failure.factor > CLEAR || attempt === ATTEMPTS) return failure?.reason
  }
}

function measureOnce(run: (length: number) => () => void): { factor: number; reason: string } | undefined {
  let shorter = Number.POSITIVE_INFINITY
  for (const length of LENGTHS) {
    const ms = medianMs(run(length))
    if (ms > MOST * shorter) {
      const reason = `${length} characters take ${ms.toFixed(1)} ms, ${length / 10} take ${shorter.toFixed(1)} ms`
      return { factor: ms / shorter, reason }
    }
    shorter = Math.max(LEAST_MS, ms)
  }
  return undefined
}

function medianMs(work: () => void): number {
  const times: number[] = []
  for (let i = 0; i < RUNS; i++) {
    const started = performance.now()
    work()
    times.push(performance.now() - started)
    if (times.at(-1)! > ENDLESS_MS) break
  }
  return times.sort((a, b) => a - b)[times.length >> 1]!
}
