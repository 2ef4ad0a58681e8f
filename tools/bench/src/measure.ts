import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, quantile } from './figures.ts'

/** Calls that count, and calls before them that do not. */
export const SAMPLES = 1_000
export const WARM_UP = 200
// Without a pause between two calls, writes would measure the queue of events that they cause in other services.
const EVERY_MS = 20

/** Times one call after the other, one each `everyMs`: p50 and p99 in milliseconds. */
export async function measure(
  what: string,
  goal: string,
  call: (i: number) => Promise<void>,
  everyMs = EVERY_MS,
  samples = SAMPLES,
): Promise<Figure[]> {
  const warmUp = Math.min(WARM_UP, samples / 5)
  const times: number[] = []
  for (let i = 0; i < warmUp + samples; i++) {
    const begin = performance.now()
    await call(i)
    const tookMs = performance.now() - begin
    if (i >= warmUp) times.push(tookMs)
    if (tookMs < everyMs) await sleep(everyMs - tookMs)
  }
  return [
    { what: `${what}: p50`, value: quantile(times, 0.5), unit: 'ms' },
    { what: `${what}: p99`, value: quantile(times, 0.99), unit: 'ms', ...(goal && { goal }) },
  ]
}
