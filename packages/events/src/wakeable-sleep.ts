/** Wakes one sleeper; a ring while nobody sleeps is kept for the next sleep. */
export interface WakeableSleep {
  wake(): void
  /** Resolves after a ring or after `ms` milliseconds, whichever is first. */
  sleep(ms: number): Promise<void>
}

/** A bell for one loop. */
export function wakeableSleep(): WakeableSleep {
  let rung = false
  let wake: (() => void) | undefined
  return {
    wake() {
      rung = true
      wake?.()
    },
    async sleep(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      wake = undefined
      rung = false
    },
  }
}
