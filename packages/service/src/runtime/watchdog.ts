import { Worker } from 'node:worker_threads'
import type { Log } from '../lifecycle/log.ts'

/** What the watching thread gets. */
export interface Watch {
  name: string
  limitSeconds: number
  /** Grows by one with each beat of the event loop of the main thread. */
  beats: SharedArrayBuffer
}

/** Four within the smallest limit, a second. */
export const TICK_MS = 250

const FIRST_PROCESS = 1

/** Ends this process, with one line in its log, once its event loop has not run for `limitSeconds`: a stuck process
 * ignores SIGTERM and no supervisor restarts it. 0 for never. Time in which the process is suspended does not count. */
export function watchEventLoop(name: string, limitSeconds: number, log: Log): void {
  if (limitSeconds === 0) return
  // The kernel lets no signal of its own end the first process of a container.
  if (process.pid === FIRST_PROCESS) {
    log.warn(
      'a stuck process 1 cannot end itself: start the container with an init, as docker run --init does',
    )
  }
  const beats = new SharedArrayBuffer(4)
  const counter = new Int32Array(beats)
  setInterval(() => Atomics.add(counter, 0, 1), TICK_MS).unref()
  const workerData: Watch = { name, limitSeconds, beats }
  const url = new URL('./watchdog-thread.ts', import.meta.url)
  const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 }
  new Worker(url, { workerData, execArgv: [], resourceLimits }).unref()
}
