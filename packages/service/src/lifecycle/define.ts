import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { MigrationSource } from '@jobboard/db/migrate'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import type { z } from 'zod'
import type { SaveAudit } from '../audit/record-audit.ts'
import type { Erasure } from '../erasure/erasure.ts'
import type { ReadRemainingCredits } from '../http/credit-headers.ts'
import type { Route } from '../http/route.ts'
import type { Metrics } from '../metrics/registry.ts'
import type { StateSource } from '../resync/source.ts'
import type { Deps } from './deps.ts'
import type { BaseEnv } from './env.ts'

/** Periodic work. Every replica runs it, so its SQL must make concurrent runs harmless. */
export interface Timer<Env extends BaseEnv = BaseEnv> {
  name: string
  /** Milliseconds (real clock) from the end of a run to the next one. An advance of the business clock runs
   * it at once. */
  everyMs: number
  run(deps: Deps<Env>): Promise<void>
}

/** Starts a loop that runs until it is stopped, such as the webhook sender, and adds its metrics. */
export type Worker<Env extends BaseEnv = BaseEnv> = (
  deps: Deps<Env>,
  metrics: Metrics,
) => Promise<{ stop(): Promise<void> }>

/** A part that the process needs to serve all requests. */
export interface ReadinessPart<Env extends BaseEnv = BaseEnv> {
  name: string
  isReady(deps: Deps<Env>): Promise<boolean>
  /** False: the process gets requests without it, and its status is `degraded`. True by default. */
  isRequired?(deps: Deps<Env>): Promise<boolean>
}

/** A service as a value: its routes, consumers, timers and workers. `startService` runs it. */
export interface Service<Env extends BaseEnv = BaseEnv> {
  name: Exclude<ServiceName, 'gateway'>
  env: z.ZodType<Env>
  migrations: MigrationSource[]
  /** Runs after the migrations, before consumers and timers. */
  prepare?(deps: Deps<Env>): Promise<void>
  routes: Route<Env>[]
  /** Required when a route can cost a credit. */
  readRemainingCredits?: ReadRemainingCredits
  /** Stores the rows of `recordAudit`; by default they are published through the outbox. */
  saveAudit?: SaveAudit
  consumers?: (deps: Deps<Env>) => Consumer[]
  timers?: Timer<Env>[]
  workers?: Worker<Env>[]
  /** Adds metrics that belong to no worker. */
  addMetrics?(deps: Deps<Env>, metrics: Metrics): void
  /** What `/healthz/ready` requires beside the database. */
  readiness?: ReadinessPart<Env>[]
  /** Rows that others copy: a resync publishes them again (P-75), in this order. */
  states?: StateSource[]
  /** How the service erases its part of a candidate (P-118); absent where it stores nothing about candidates. */
  erasure?: Erasure<Env>
}
