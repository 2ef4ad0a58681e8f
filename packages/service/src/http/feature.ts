import type { Timer, Worker } from '../lifecycle/define.ts'
import type { BaseEnv } from '../lifecycle/env.ts'
import type { Route } from './route.ts'

/** What a service does: of its own, or as every service does, such as replays (`runtime/features.ts`). */
export interface Feature<Env extends BaseEnv = BaseEnv, Own = unknown> {
  routes?: Route<Env, Own>[]
  timers?: Timer<Env, Own>[]
  workers?: Worker<Env, Own>[]
}
