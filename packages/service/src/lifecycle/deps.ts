import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { Db } from '@jobboard/db/db'
import type { Bus } from '@jobboard/events/nats/bus'
import type { SaveAudit } from '../audit/record-audit.ts'
import type { Clock } from '../clock/clock.ts'
import type { DatabaseTime } from '../clock/database-time.ts'
import type { Call } from '../http/call.ts'
import type { BaseEnv } from './env.ts'
import type { Log } from './log.ts'

/** The connections and settings of a running service. */
export interface Deps<Env extends BaseEnv = BaseEnv> {
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
