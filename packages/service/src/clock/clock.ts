import type { Sql } from '@jobboard/db/sql'

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

/** The time of the database's clock, so that all replicas decide by one clock. Between measurements it runs on the
 * monotonic clock: a step of this process's wall clock changes nothing. */
export interface DatabaseTime {
  nowMs(): number
  /** Milliseconds that the wall clock of this process is ahead of the database's; accurate to half a round trip. */
  skewMs(): number
  /** Compares the clocks again. Throws when the database is unavailable. */
  measure(): Promise<void>
}

const FIRST_SAMPLES = 5

/** Measures the database's time. */
export async function openDatabaseTime(sql: Sql): Promise<DatabaseTime> {
  // The database's time minus the monotonic time lies between these two.
  let lowest = Number.NEGATIVE_INFINITY
  let highest = Number.POSITIVE_INFINITY
  let difference = 0

  async function measure(): Promise<void> {
    const sentMs = performance.now()
    const [row] = await sql<{ nowMs: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms`
    const [low, high] = [row!.nowMs - performance.now(), row!.nowMs - sentMs]
    // Each sample narrows the range; one outside it means that a clock has drifted or was set.
    const isConsistent = low <= highest && high >= lowest
    lowest = isConsistent ? Math.max(low, lowest) : low
    highest = isConsistent ? Math.min(high, highest) : high
    // The wall clock where it is possible: most hosts are synchronised, and then no measuring error is added.
    difference = Math.min(Math.max(Date.now() - performance.now(), lowest), highest)
  }

  for (let i = 0; i < FIRST_SAMPLES; i++) await measure()
  return {
    nowMs: () => performance.now() + difference,
    skewMs: () => Date.now() - performance.now() - difference,
    measure,
  }
}
