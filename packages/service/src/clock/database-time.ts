import type { Sql } from '@jobboard/db/sql'
import type { Timer } from '../lifecycle/define.ts'

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

const LARGE_SKEW_MS = 1_000

/** Measures again every 10 s, and warns about a wall clock that is more than a second off. */
export const followDatabaseTime: Timer = {
  name: 'follow-database-time',
  everyMs: 10_000,
  async run({ databaseTime, log }) {
    await databaseTime.measure()
    const skewMs = Math.round(databaseTime.skewMs())
    if (Math.abs(skewMs) > LARGE_SKEW_MS) log.warn({ skewMs }, 'clock differs from the database; set up NTP')
  },
}
