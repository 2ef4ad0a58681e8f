import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { AuditData } from '@jobboard/contracts/operators/events'
import type { Db } from '@jobboard/db/db'
import type { Tx } from '@jobboard/db/sql'
import type { Bus } from '@jobboard/events/nats/bus'
import type { Clock } from '../clock/clock.ts'
import type { DatabaseTime } from '../clock/database-time.ts'
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
