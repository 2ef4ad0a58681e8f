/** The pause of one loop, which `wake` ends early. */
export interface WakeableSleep {
  /** Ends the current sleep, or the next one at once when nothing sleeps now. */
  wake(): void
  /** Resolves after `ms` milliseconds or on `wake`, whichever is first. */
  sleep(ms: number): Promise<void>
}

/** Creates a sleep for one loop; it supports one sleeper. */
export function wakeableSleep(): WakeableSleep {
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
