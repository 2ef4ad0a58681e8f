import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'

/** How long work may hold the event loop. */
const TURN_MS = 10

/** Does work that pauses between its steps: other requests of the process run after each 10 ms of it. A step should take less. */
export async function inTurns<Result>(work: Iterator<unknown, Result>): Promise<Result> {
  let turnEnd = performance.now() + TURN_MS
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() < turnEnd) continue
    await setImmediate()
    turnEnd = performance.now() + TURN_MS
  }
}
