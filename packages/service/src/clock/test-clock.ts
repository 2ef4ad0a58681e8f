import { ApiError } from '@jobboard/contracts/error'
import { setClock } from '@jobboard/contracts/internal/clock'
import type { Db } from '@jobboard/db/db'
import { type Route, route } from '../http/route.ts'
import type { Timer } from '../lifecycle/define.ts'
import type { Deps } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'
import { type Clock, openClock } from './clock.ts'

/** The service's clock, as far ahead as it was before a restart. Without `TEST_CLOCK` it is the real clock. */
export async function openBusinessClock(db: Db, env: BaseEnv): Promise<Clock> {
  if (!env.TEST_CLOCK) return openClock()
  const [row] = await db.sql<{ offsetMs: number }>`select offset_ms from business_clock`
  return openClock(row?.offsetMs ?? 0)
}

/** The route that moves this service's clock; there is none without `TEST_CLOCK`. */
export function clockRoutes<Env extends BaseEnv>({ name, env }: Deps<Env>): Route<Env>[] {
  if (!env.TEST_CLOCK) return []
  const move = route(setClock(name), async ({ service, body: { offsetMs, fromMs = null } }) => {
    const [row] = await service.db.sql<{ offsetMs: number }>`
      insert into business_clock (offset_ms) values (${offsetMs})
      on conflict (id) do update set offset_ms = greatest(business_clock.offset_ms, excluded.offset_ms)
        where ${fromMs}::bigint is null or business_clock.offset_ms = ${fromMs}
      returning offset_ms`
    if (!row) throw new ApiError('precondition_failed', `The clock is not ${fromMs} ms ahead any more.`)
    service.clock.advanceTo(row.offsetMs)
    return { body: row }
  })
  return [move as Route<Env>]
}

/** Other replicas of the service follow the one that was moved. */
export function clockTimers(env: BaseEnv): Timer[] {
  if (!env.TEST_CLOCK) return []
  const follow: Timer = {
    name: 'follow-clock',
    everyMs: 1_000,
    async run({ db, clock }) {
      const [row] = await db.sql<{ offsetMs: number }>`select offset_ms from business_clock`
      if (row) clock.advanceTo(row.offsetMs)
    },
  }
  return [follow]
}
