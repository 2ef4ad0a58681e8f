/** What a step can use of its loop. */
export interface LoopControl {
  /** True once `stop` was called: a step that takes long returns. */
  readonly isStopping: boolean
  /** Aborted by `stop`, for what a step waits for. */
  readonly signal: AbortSignal
  /** Resolves after `ms` milliseconds, or as soon as the loop is woken or stopped. */
  sleep(ms: number): Promise<void>
}

/** A loop that runs until it is stopped. */
export interface Loop {
  /** Ends the current pause, or the next one at once when a step is in flight. */
  wake(): void
  /** Resolves when the step in flight has ended. */
  stop(): Promise<void>
}

/** Calls `step` again and again; it returns the milliseconds to pause afterwards. `subscribe` gets `wake` and returns an
 * unsubscribe function. A step that throws goes to `onError`, and the next one follows after `retryMs`. */
export function startLoop({
  step,
  subscribe,
  onError,
  retryMs,
}: {
  step(loop: LoopControl): Promise<number>
  subscribe?(wake: () => void): () => void
  onError(error: unknown): void | Promise<void>
  retryMs: number
}): Loop {
  const { wake, sleep } = wakeableSleep()
  const stopping = new AbortController()
  const { signal } = stopping
  const unsubscribe = subscribe?.(wake)
  const control: LoopControl = {
    get isStopping() {
      return signal.aborted
    },
    signal,
    sleep,
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const pauseMs = await step(control).catch(async (error: unknown) => {
        await onError(error)
        return retryMs
      })
      if (pauseMs > 0 && !signal.aborted) await sleep(pauseMs)
    }
  }

  const running = run()
  return {
    wake,
    async stop() {
      stopping.abort()
      unsubscribe?.()
      wake()
      await running
    },
  }
}

/** The pause of one loop. A `wake` while nothing sleeps ends the next sleep at once. */
function wakeableSleep(): { wake(): void; sleep(ms: number): Promise<void> } {
  let wakePending = false
  let endSleep: (() => void) | undefined
  return {
    wake() {
      wakePending = true
      endSleep?.()
    },
    async sleep(ms) {
      if (!wakePending) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          endSleep = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      endSleep = undefined
      wakePending = false
    },
  }
}
