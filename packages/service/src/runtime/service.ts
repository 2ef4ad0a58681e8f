import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { MigrationSource } from '@jobboard/db/migrate'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import type { z } from 'zod'
import type { Erasure } from '../erasure/erasure.ts'
import type { ReadRemainingCredits } from '../http/credit-headers.ts'
import type { Feature } from '../http/route.ts'
import type { Deps, ReadinessPart, SaveAudit } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'
import type { Metrics } from '../metrics/registry.ts'
import type { StateSource } from '../resync/source.ts'
import type { PurgeSandbox } from '../sandbox/retired.ts'

/** A service as a value: its routes, consumers, timers and workers. `startService` runs it. `Own` is what it holds in
 * memory beside its connections; then it has `open`. */
export type Service<Env extends BaseEnv = BaseEnv, Own = unknown> = Declared<Env, Own> &
  (unknown extends Own ? { open?(deps: Deps<Env>): Promise<void> } : { open(deps: Deps<Env>): Promise<Own> })

interface Declared<Env extends BaseEnv, Own> extends Feature<Env, Own> {
  name: Exclude<ServiceName, 'gateway' | 'portal'>
  env: z.ZodType<Env>
  migrations: MigrationSource[]
  /** Required when a route can cost a credit. */
  readRemainingCredits?: ReadRemainingCredits
  /** Stores the rows of `recordAudit`; by default they are published through the outbox. */
  saveAudit?: SaveAudit
  consumers?: (deps: Deps<Env, Own>) => Consumer[]
  /** Adds metrics that belong to no worker. */
  addMetrics?(deps: Deps<Env, Own>, metrics: Metrics): void
  /** What `/healthz/ready` requires beside the database. */
  readiness?: ReadinessPart<Env, Own>[]
  /** Rows that others copy: a resync publishes them again, in this order. */
  states?: StateSource[]
  /** How the service erases its part of a candidate; absent where it stores nothing about candidates. */
  erasure?: Erasure<Env>
  /** How the service deletes a retired sandbox; `consumers` has `retiredSandboxConsumers` then. */
  purgeSandbox?: PurgeSandbox
}
