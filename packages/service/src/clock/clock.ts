/** Business time: the real clock plus an offset. Leases and time-outs use the real clock. */
export interface Clock {
  now(): Date
  /** Milliseconds that business time is ahead of real time. */
  readonly offsetMs: number
  /** Raises the offset; a smaller one than the current is ignored. */
  advanceTo(offsetMs: number): void
  /** Calls back after each advance. Returns an unsubscribe function. */
  onAdvance(callback: () => void): () => void
}

/** A clock with this offset. It equals the real clock until it is advanced (`TEST_CLOCK`). */
export function openClock(initialOffsetMs = 0): Clock {
  const callbacks = new Set<() => void>()
  let offset = initialOffsetMs
  return {
    now: () => new Date(Date.now() + offset),
    get offsetMs() {
      return offset
    },
    advanceTo(offsetMs) {
      if (offsetMs <= offset) return
      offset = offsetMs
      for (const callback of callbacks) callback()
    },
    onAdvance(callback) {
      callbacks.add(callback)
      return () => void callbacks.delete(callback)
    },
  }
}
