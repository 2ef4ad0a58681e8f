/** Business time. Leases and time-outs stay on the real clock. */
export interface Clock {
  now(): Date
  /** How far business time is ahead of real time, in milliseconds. */
  readonly offsetMs: number
  /** Moves business time forward to this offset; an earlier one changes nothing. */
  advanceTo(offsetMs: number): void
  /** Calls back after each move. Returns the way to stop. */
  onAdvance(callback: () => void): () => void
}

/** Business time that runs with the real clock until it is moved (`TEST_CLOCK`). */
export function openClock(offsetMs = 0): Clock {
  const callbacks = new Set<() => void>()
  let offset = offsetMs
  return {
    now: () => new Date(Date.now() + offset),
    get offsetMs() {
      return offset
    },
    advanceTo(target) {
      if (target <= offset) return
      offset = target
      for (const callback of callbacks) callback()
    },
    onAdvance(callback) {
      callbacks.add(callback)
      return () => void callbacks.delete(callback)
    },
  }
}
