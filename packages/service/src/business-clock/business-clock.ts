import { ApiError } from '@jobboard/contracts/error'
import { setClock } from '@jobboard/contracts/operators/internal'
import type { UpstreamName } from '@jobboard/contracts/services'
import type { Db } from '@jobboard/db/db'
import { type Clock, openClock } from '../clock/clock.ts'
import { type Feature, type Route, route } from '../http/route.ts'
import type { Timer } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'

// With TEST_CLOCK, business_clock holds the offset of the service; every replica follows it. Without, it is
// never read.

/** The service's clock at the offset stored before a restart; `realMs` without `TEST_CLOCK`. */
export async function openBusinessClock(db: Db, env: BaseEnv, realMs: () => number): Promise<Clock> {
  return openClock(env.TEST_CLOCK ? await readOffset(db) : 0, realMs)
}

/** Follows the database's time and, with `TEST_CLOCK`, lets the gateway advance this service's clock: the replica that gets
 * the call at once, the others within a second. */
export function businessClock(name: UpstreamName, env: BaseEnv): Feature {
  if (!env.TEST_CLOCK) return { timers: [followDatabaseTime] }
  const advance = route(setClock(name), async ({ service, body: { offsetMs, fromMs = null } }) => {
    // Compare-and-set: of several concurrent advances with the same `fromMs`, one gets a row.
    const [row] = await service.db.sql<{ offsetMs: number }>`
      insert into business_clock (offset_ms) values (${offsetMs})
      on conflict (id) do update set offset_ms = greatest(business_clock.offset_ms, excluded.offset_ms)
        where ${fromMs}::bigint is null or business_clock.offset_ms = ${fromMs}
      returning offset_ms`
    if (!row) throw new ApiError('precondition_failed', `The clock offset is no longer ${fromMs} ms.`)
    service.clock.advanceTo(row.offsetMs)
    return { body: row }
  })
  const followClock: Timer = {
    name: 'follow-clock',
    everyMs: 1_000,
    run: async ({ db, clock }) => clock.advanceTo(await readOffset(db)),
  }
  return { routes: [advance as unknown as Route], timers: [followDatabaseTime, followClock] }
}

async function readOffset(db: Db): Promise<number> {
  const [row] = await db.sql<{ offsetMs: number }>`select offset_ms from business_clock`
  return row?.offsetMs ?? 0
}

const LARGE_SKEW_MS = 1_000

/** Measures again every 10 s, and warns about a wall clock that is more than a second off. */
const followDatabaseTime: Timer = {
  name: 'follow-database-time',
  everyMs: 10_000,
  async run({ databaseTime, log }) {
    await databaseTime.measure()
    const skewMs = Math.round(databaseTime.skewMs())
    if (Math.abs(skewMs) > LARGE_SKEW_MS) log.warn({ skewMs }, 'clock differs from the database; set up NTP')
  },
}
