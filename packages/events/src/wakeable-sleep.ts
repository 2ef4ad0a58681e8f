/** Wakes one sleeper; a ring while nobody sleeps is kept for the next sleep. */
export interface Bell {
  ring(): void
  /** Resolves after a ring or after `ms` milliseconds, whichever is first. */
  sleep(ms: number): Promise<void>
}

/** A bell for one loop. */
export function bell(): Bell {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring() {
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
