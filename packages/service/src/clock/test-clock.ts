import { ApiError } from '@jobboard/contracts/error'
import { setClock } from '@jobboard/contracts/internal/clock'
import type { Db } from '@jobboard/db/db'
import { type Route, route } from '../http/route.ts'
import type { Timer } from '../lifecycle/define.ts'
import type { Deps } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'
import { type Clock, openClock } from './clock.ts'

// With TEST_CLOCK, business_clock holds the offset of the service; every replica follows it. Without, it is
// never read.

/** The service's clock at the offset stored before a restart; `realMs` without `TEST_CLOCK`. */
export async function openBusinessClock(db: Db, env: BaseEnv, realMs: () => number): Promise<Clock> {
  return openClock(env.TEST_CLOCK ? await readOffset(db) : 0, realMs)
}

/** The internal route that advances this service's clock; none without `TEST_CLOCK`. */
export function clockRoutes<Env extends BaseEnv>({ name, env }: Deps<Env>): Route<Env>[] {
  if (!env.TEST_CLOCK) return []
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
  return [advance as Route<Env>]
}

/** The timer that makes this replica follow an advance made on another one; none without `TEST_CLOCK`. */
export function clockTimers(env: BaseEnv): Timer[] {
  if (!env.TEST_CLOCK) return []
  return [
    {
      name: 'follow-clock',
      everyMs: 1_000,
      run: async ({ db, clock }) => clock.advanceTo(await readOffset(db)),
    },
  ]
}

async function readOffset(db: Db): Promise<number> {
  const [row] = await db.sql<{ offsetMs: number }>`select offset_ms from business_clock`
  return row?.offsetMs ?? 0
}
