import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { MigrationSource } from '@jobboard/db/migrate'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import type { z } from 'zod'
import type { SaveAudit } from '../audit/record-audit.ts'
import type { ReadRemainingCredits } from '../http/credit-headers.ts'
import type { Route } from '../http/route.ts'
import type { Deps } from './deps.ts'
import type { BaseEnv } from './env.ts'

/** Work that is due by the clock. Every replica runs it, so its SQL must let only one of them win. */
export interface Timer<Env extends BaseEnv = BaseEnv> {
  name: string
  /** Pause between two runs in milliseconds, real clock; a move of the business clock runs it at once. */
  everyMs: number
  run(deps: Deps<Env>): Promise<void>
}

/** A part that works on its own from start to stop, such as a sender loop. */
export type Worker<Env extends BaseEnv = BaseEnv> = (deps: Deps<Env>) => Promise<{ stop(): Promise<void> }>

/** A service is a value: what it serves, hears and does on time. `startService` runs it. */
export interface Service<Env extends BaseEnv = BaseEnv> {
  name: Exclude<ServiceName, 'gateway'>
  env: z.ZodType<Env>
  migrations: MigrationSource[]
  routes: Route<Env>[]
  /** Needed where a route can cost a credit. */
  readRemainingCredits?: ReadRemainingCredits
  /** Where `recordAudit` puts a row; the outbox by default. */
  saveAudit?: SaveAudit
  consumers?: (deps: Deps<Env>) => Consumer[]
  timers?: Timer<Env>[]
  workers?: Worker<Env>[]
}
