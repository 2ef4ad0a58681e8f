import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { AuditData } from '@jobboard/contracts/operators/events'
import type { Db } from '@jobboard/db/db'
import type { Tx } from '@jobboard/db/sql'
import type { Bus } from '@jobboard/events/nats/bus'
import type { Clock, DatabaseTime } from '../clock/clock.ts'
import type { Metrics } from '../metrics/registry.ts'
import type { Call } from './call.ts'
import type { BaseEnv } from './env.ts'
import type { Log } from './log.ts'

/** The connections and settings of a running service, with `Own`: what the service itself holds in memory, as its `open`
 * has returned it. */
export type Deps<Env extends BaseEnv = BaseEnv, Own = unknown> = BaseDeps<Env> & Own

interface BaseDeps<Env> {
  name: ServiceName
  env: Env
  db: Db
  bus: Bus
  /** Real time by the database's clock. */
  databaseTime: DatabaseTime
  /** Business time: `databaseTime` plus the test clock's offset. */
  clock: Clock
  call: Call
  saveAudit: SaveAudit
  log: Log
}

/** One audit row. Its id is that of its event, so a row that arrives twice is stored once. */
export interface AuditEvent {
  id: string
  data: AuditData
}

/** Stores an audit row of `service`, or publishes it, in the transaction of the change. */
export type SaveAudit = (sql: Tx, service: ServiceName, event: AuditEvent) => Promise<void>

/** Periodic work. Every replica runs it, so its SQL must make concurrent runs harmless. */
export interface Timer<Env extends BaseEnv = BaseEnv, Own = unknown> {
  name: string
  /** Milliseconds (real clock) from the end of a run to the next one. An advance of the business clock runs
   * it at once. */
  everyMs: number
  run(deps: Deps<Env, Own>): Promise<void>
}

/** Starts a loop that runs until it is stopped, such as the webhook sender, and adds its metrics. */
export type Worker<Env extends BaseEnv = BaseEnv, Own = unknown> = (
  deps: Deps<Env, Own>,
  metrics: Metrics,
) => Promise<{ stop(): Promise<void> }>

/** A part that the process needs to serve all requests. */
export interface ReadinessPart<Env extends BaseEnv = BaseEnv, Own = unknown> {
  name: string
  isReady(deps: Deps<Env, Own>): Promise<boolean>
  /** False: the process gets requests without it, and its status is `degraded`. True by default. */
  isRequired?(deps: Deps<Env, Own>): Promise<boolean>
}
