import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { Db } from '@jobboard/db/db'
import type { MigrationSource } from '@jobboard/db/migrate'
import type { Bus } from '@jobboard/events/bus'
import type { Consumer } from '@jobboard/events/consumer'
import type { z } from 'zod'
import type { Call } from './call.ts'
import type { Clock } from './clock.ts'
import type { BaseEnv } from './env.ts'
import type { Log } from './log.ts'
import type { Route } from './route.ts'

/** What a running service has at hand. */
export interface Deps<Env extends BaseEnv = BaseEnv> {
  name: ServiceName
  env: Env
  db: Db
  bus: Bus
  clock: Clock
  call: Call
  log: Log
}

/** Work that is due by the clock. Every replica runs it, so its SQL must let only one of them win. */
export interface Timer<Env extends BaseEnv = BaseEnv> {
  name: string
  /** Pause between two runs in milliseconds, real clock; a move of the business clock runs it at once. */
  everyMs: number
  run(deps: Deps<Env>): Promise<void>
}

/** A part that works on its own from start to stop, such as a sender loop. */
export type Part<Env extends BaseEnv = BaseEnv> = (deps: Deps<Env>) => Promise<{ stop(): Promise<void> }>

/** A service is a value: what it serves, hears and does on time. `startService` runs it. */
export interface Service<Env extends BaseEnv = BaseEnv> {
  name: Exclude<ServiceName, 'gateway'>
  env: z.ZodType<Env>
  migrations: MigrationSource[]
  routes: Route<Env>[]
  consumers?: (deps: Deps<Env>) => Consumer[]
  timers?: Timer<Env>[]
  parts?: Part<Env>[]
}
