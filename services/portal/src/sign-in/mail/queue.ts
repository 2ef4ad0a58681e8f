/** Work that is done after the response, in this process alone: what waits is lost when it is killed. */
export interface Queue {
  /** False when too much waits, and `work` is never done. */
  add(work: () => Promise<void>): boolean
  /** Resolves when everything that was added is done. */
  drained(): Promise<void>
}

/** Opens a queue of at most `maxWaiting` works, of which `concurrency` run at a time. What a work throws goes to
 * `onError`. */
export function openQueue(concurrency: number, maxWaiting: number, onError: (error: unknown) => void): Queue {
  const waiting: (() => Promise<void>)[] = []
  const listeners: (() => void)[] = []
  let running = 0

  async function run(work: () => Promise<void>): Promise<void> {
    running++
    await work().catch(onError)
    running--
    const next = waiting.shift()
    if (next) void run(next)
    else if (running === 0) for (const listener of listeners.splice(0)) listener()
  }
  return {
    add(work) {
      if (running < concurrency) void run(work)
      else if (waiting.length < maxWaiting) waiting.push(work)
      else return false
      return true
    },
    drained: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => listeners.push(resolve))),
  }
}
