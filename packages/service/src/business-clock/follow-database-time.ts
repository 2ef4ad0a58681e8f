import type { Timer } from '../lifecycle/define.ts'

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
