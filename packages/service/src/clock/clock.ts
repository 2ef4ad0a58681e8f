/** Business time: real time plus an offset. Leases and time-outs use real time. */
export interface Clock {
  now(): Date
  /** Milliseconds that business time is ahead of real time. */
  readonly offsetMs: number
  /** Raises the offset; a smaller one than the current is ignored. */
  advanceTo(offsetMs: number): void
  /** Calls back after each advance. Returns an unsubscribe function. */
  onAdvance(callback: () => void): () => void
}

/** A clock with this offset to real time, which is this process's unless `realMs` is given. */
export function openClock(initialOffsetMs = 0, realMs: () => number = () => Date.now()): Clock {
  const callbacks = new Set<() => void>()
  let offset = initialOffsetMs
  return {
    now: () => new Date(realMs() + offset),
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
