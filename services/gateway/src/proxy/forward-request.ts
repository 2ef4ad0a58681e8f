import { ApiError, unavailable } from '@jobboard/contracts/error'
import type { Replica } from '@jobboard/service/http/replicas'
import type { Log } from '@jobboard/service/lifecycle/log'
import type { RequestContext } from '../http/request-context.ts'
import { headersFor, NoFreeConnection, sendAttempt } from './attempt.ts'
import { type Forwarding, isSafeTwice } from './forwarding.ts'
import { MAX_IN_FLIGHT_PER_KEY } from './key-shares.ts'
import type { ResponseRelay } from './response-relay.ts'
import { MAX_IN_FLIGHT } from './upstream.ts'

/** Sends the request to its service and relays the response to the client, with one retry (P-38). Resolves
 * when the response begins: with its status, with unavailable when there is none, with undefined when the
 * client has gone. */
export function forwardRequest(
  context: RequestContext,
  forwarding: Forwarding,
  log: Log,
): Promise<number | ApiError | undefined> {
  const { upstream, key } = forwarding
  const hasShare = key === undefined || upstream.keyShares.take(key)
  return hasShare ? forwardInShare(context, forwarding, log) : forwardLater(context, forwarding, key, log)
}

async function forwardLater(
  context: RequestContext,
  forwarding: Forwarding,
  key: string,
  log: Log,
): Promise<number | ApiError | undefined> {
  const { service, upstream, timeoutMs } = forwarding
  const hasShare = await upstream.keyShares.wait(key, context.response, timeoutMs)
  if (hasShare) return forwardInShare(context, forwarding, log)
  return isGone(context) ? undefined : shareInUse(service)
}

/** Gives the share of the key back when the response is received or given up. */
async function forwardInShare(
  context: RequestContext,
  forwarding: Forwarding,
  log: Log,
): Promise<number | ApiError | undefined> {
  const { service, upstream, key } = forwarding
  const { requestId } = context
  const headers = headersFor(context, forwarding)
  let failed: { replica: Replica; wasSent: boolean } | undefined
  let relayed: ResponseRelay | undefined
  try {
    for (;;) {
      if (isGone(context)) return undefined
      const replica = upstream.next(failed && [failed.replica])
      if (replica.inFlight >= MAX_IN_FLIGHT) break
      const attempt = await sendAttempt(context, forwarding, headers, replica, failed)
      if (attempt.status !== undefined) {
        relayed = attempt
        return attempt.status
      }
      if (isGone(context)) return undefined
      // A streamed body that exceeds its limit on the way.
      if (attempt.error instanceof ApiError) return attempt.error
      if (attempt.error instanceof NoFreeConnection) break
      upstream.refresh()
      if (failed || !mayRetry(forwarding, attempt)) {
        log.warn({ err: attempt.error, service, requestId }, 'the service did not respond')
        break
      }
      upstream.failures++
      failed = { replica, wasSent: attempt.isSent }
    }
  } finally {
    const release = () => key !== undefined && upstream.keyShares.release(key)
    if (relayed) relayed.whenDone(release)
    else release()
  }
  upstream.failures++
  return unavailable(`The ${service} service`)
}

function isGone({ response }: RequestContext): boolean {
  return response.destroyed || response.writableEnded
}

function shareInUse(service: string): ApiError {
  const message =
    `This key has ${MAX_IN_FLIGHT_PER_KEY} requests in flight to the ${service} service, and none finished ` +
    'in time; try again, with fewer at once.'
  return new ApiError('unavailable', message, { headers: { 'retry-after': '1' } })
}

// Never sent: always. Sent, but no response, or 503 at once: only a request that is safe twice, and never
// after a full time-out, because the service is slow then, not gone.
function mayRetry(forwarding: Forwarding, { isSent, isReceiving, error }: ResponseRelay): boolean {
  if (!isSent) return true
  const isTimeout = error !== undefined && 'code' in error && error.code === 'UND_ERR_HEADERS_TIMEOUT'
  return isSafeTwice(forwarding) && !isReceiving && !isTimeout
}
