import { ApiError } from '@jobboard/contracts/error'
import { isUnavailable } from '@jobboard/db/failure'
import * as nats from '@nats-io/transport-node'

const NATS_OUTAGES = [
  nats.ConnectionError,
  nats.ClosedConnectionError,
  nats.DrainingConnectionError,
  nats.TimeoutError,
  nats.NoRespondersError,
  nats.RequestError,
]

/** True when the database, a peer or NATS was unavailable, so that the event may not be the cause. Decided by classes
 * and codes, never by the words of a message. */
export function isOutage(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'unavailable'
  return isUnavailable(error) || NATS_OUTAGES.some((type) => error instanceof type)
}
