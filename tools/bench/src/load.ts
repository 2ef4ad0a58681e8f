import { setTimeout as sleep } from 'node:timers/promises'
import { scaled } from './benchmark.ts'
import { type Figure, quantileFigures } from './figures.ts'

/** Runs `work` for 0 to count-1, at most `concurrency` at a time, and returns the results in order. */
export async function mapConcurrently<T>(
  count: number,
  concurrency: number,
  work: (i: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const i = next++
      results[i] = await work(i)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}

/** Starts `work` at a steady rate, whether those before have ended or not, and returns when all have. Throws the first
 * failure. */
export async function steadily(
  perSecond: number,
  work: (i: number) => Promise<unknown>,
  isOver: (started: number) => boolean,
): Promise<void> {
  const running: Promise<unknown>[] = []
  const begin = performance.now()
  for (let i = 0; !isOver(i); i++) {
    const one = work(i)
    // Thrown at the end.
    one.catch(() => {})
    running.push(one)
    await sleep(Math.max(0, begin + ((i + 1) * 1_000) / perSecond - performance.now()))
  }
  await Promise.all(running)
}

/** A kind of call to time; `goal` is that of the highest quantile. */
export type Call = [what: string, goal: string, call: (i: number) => Promise<unknown>]

/** Calls that count. */
export const SAMPLES = scaled(1_000, 20)
/** Calls before them, which do not. */
export const WARM_UP = SAMPLES / 5

/** Times one call after the other, a kind after the other: p50 and p99. */
export async function timeCalls(
  calls: Call[],
  // Without a pause between two calls, writes would measure the queue of events that they cause in other services.
  { everyMs = 20, samples = SAMPLES, warmUp = WARM_UP, quantiles = [0.5, 0.99] } = {},
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [what, goal, call] of calls) {
    const times: number[] = []
    for (let i = 0; i < warmUp + samples; i++) {
      const begin = performance.now()
      await call(i)
      const tookMs = performance.now() - begin
      if (i >= warmUp) times.push(tookMs)
      if (tookMs < everyMs) await sleep(everyMs - tookMs)
    }
    figures.push(...quantileFigures(what, times, quantiles, { [`p${quantiles.at(-1)! * 100}`]: goal }))
  }
  return figures
}
