import type { Endpoint } from '@jobboard/contracts/endpoint'
import type { KeyRecord } from '@jobboard/contracts/keys/internal'
import type { RequestContext } from '../http/request-context.ts'

/** A request that passed every check of its port. */
export interface Admitted {
  readonly context: RequestContext
  readonly endpoint: Endpoint
  /** The key that the caller presented; operators have none. */
  readonly key: KeyRecord | undefined
  /** The signed identity of the caller, for the services. */
  readonly callerToken: string
}
