import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { Db } from '@jobboard/db/db'
import type { Bus } from '@jobboard/events/bus'
import type { Call } from './call.ts'
import type { Clock } from './clock.ts'
import type { BaseEnv } from './env.ts'
import type { Log } from './log.ts'

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
