import { wakeableSleep } from '@jobboard/events/wakeable-sleep'

/** What a step can use of its loop. */
export interface LoopControl {
  /** Set when `stop` is called: a step that takes long returns. */
  readonly isStopping: boolean
  /** Resolves after `ms` milliseconds, or as soon as the loop is woken or stopped. */
  sleep(ms: number): Promise<void>
}

/** A loop that runs until it is stopped. */
export interface Loop {
  /** Ends the pause between two steps. */
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
  subscribe(wake: () => void): () => void
  onError(error: unknown): void | Promise<void>
  retryMs: number
}): Loop {
  const { wake, sleep } = wakeableSleep()
  const unsubscribe = subscribe(wake)
  const control = { isStopping: false, sleep }

  async function run(): Promise<void> {
    while (!control.isStopping) {
      const pauseMs = await step(control).catch(async (error: unknown) => {
        await onError(error)
        return retryMs
      })
      if (pauseMs > 0 && !control.isStopping) await sleep(pauseMs)
    }
  }

  const running = run()
  return {
    wake,
    async stop() {
      control.isStopping = true
      unsubscribe()
      wake()
      await running
    },
  }
}
