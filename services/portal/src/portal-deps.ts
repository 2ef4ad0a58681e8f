import type { Db } from '@jobboard/db/db'
import type { SendMail } from '@jobboard/process/mailer'
import type { Peers } from '@jobboard/service/http/peers'
import type { Call } from '@jobboard/service/lifecycle/call'
import type { Log } from '@jobboard/service/lifecycle/log'
import type { PortalEnv } from './env.ts'

/** What the pages of a portal work with. */
export interface PortalDeps {
  env: PortalEnv
  db: Db
  call: Call
  /** The replicas of the services. */
  peers: Peers
  /** Time by the database's clock: of sessions, sign-ins and limits. */
  now(): Date
  /** The time that the services decide by. */
  businessNow(): Promise<Date>
  log: Log
  /** Undefined without SMTP_URL. */
  sendMail: SendMail | undefined
}
