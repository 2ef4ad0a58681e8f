import type { UpstreamName } from '@jobboard/contracts/services'
import type { Call, CallOptions } from '../lifecycle/call.ts'

/** How operators reach the services that each have a part of one thing, such as dead letters: the gateway for the
 * Admin API, the portal for its pages. */
export interface EveryService {
  call: Call
  /** The services of this installation; another one is not found or unavailable. */
  services: readonly UpstreamName[]
}

/** Who asks, and how: `actor` is named in the audit row. */
export type AskedBy = Pick<CallOptions, 'requestId' | 'idempotencyKey' | 'onReplayed'> & { actor: string }
