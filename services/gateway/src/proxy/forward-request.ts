import { ApiError, unavailable } from '@jobboard/contracts/error'
import { LARGE_BODY_BYTES, MAX_WAITING_BODY_BYTES } from '@jobboard/contracts/limits'
import type { Replica } from '@jobboard/service/http/replicas'
import type { Log } from '@jobboard/service/lifecycle/log'
import type { RequestContext } from '../http/request-context.ts'
import { type Forwarding, headersFor, isSafeTwice, NoFreeConnection, sendAttempt } from './attempt.ts'
import type { ResponseRelay } from './response-relay.ts'
import { MAX_IN_FLIGHT, MAX_IN_FLIGHT_PER_KEY } from './upstream.ts'

/** Between two large bodies of an owner others have the service for as long as the first took, and at most this long. */
const MAX_PAUSE_MS = 100

/** Sends the request to its service and relays the response to the client, with one retry. Resolves when the response begins
 * or the client has gone; with unavailable or rate_limited when there is none. */
export function forwardRequest(
  context: RequestContext,
  forwarding: Forwarding,
  log: Log,
): Promise<ApiError | undefined> {
  const { owner, body } = forwarding
  const isLarge = Buffer.isBuffer(body) && body.length > LARGE_BODY_BYTES
  if (owner === undefined || !isLarge) return forwardOne(context, forwarding, log)
  return forwardInTurn(context, forwarding, owner, body.length, log)
}

/** The large bodies of one owner, one after the other: a service reads each of them in one step. */
async function forwardInTurn(
  context: RequestContext,
  forwarding: Forwarding,
  owner: string,
  bytes: number,
  log: Log,
): Promise<ApiError | undefined> {
  const { service, upstream, timeoutMs } = forwarding
  const { largeBodies } = upstream
  if (!largeBodies.take(owner)) {
    if (largeBodies.waitingBytes(owner) + bytes > MAX_WAITING_BODY_BYTES) return tooManyLargeBodies()
    const isItsTurn = await largeBodies.wait(owner, context.response, timeoutMs, bytes)
    if (!isItsTurn)
      return isGone(context) ? undefined : noneFinished('large bodies are one at a time', service)
  }
  const startedAtMs = performance.now()
  try {
    return await forwardOne(context, forwarding, log)
  } finally {
    const pauseMs = Math.min(performance.now() - startedAtMs, MAX_PAUSE_MS)
    setTimeout(() => largeBodies.release(owner), pauseMs)
  }
}

/** Takes a share of the key, and gives it back when the response is received or given up. */
async function forwardOne(
  context: RequestContext,
  forwarding: Forwarding,
  log: Log,
): Promise<ApiError | undefined> {
  const { service, upstream, key, timeoutMs } = forwarding
  const { requestId } = context
  if (key !== undefined && !upstream.keyShares.take(key)) {
    const hasShare = await upstream.keyShares.wait(key, context.response, timeoutMs)
    if (!hasShare && isGone(context)) return undefined
    if (!hasShare) return noneFinished(`this key has ${MAX_IN_FLIGHT_PER_KEY} requests in flight`, service)
  }
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
        return undefined
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

function noneFinished(why: string, service: string): ApiError {
  const message = `The ${service} service did not finish earlier requests in time, and ${why}; try again, with fewer at once.`
  return new ApiError('unavailable', message, { headers: { 'retry-after': '1' } })
}

function tooManyLargeBodies(): ApiError {
  const message =
    `Bodies of more than ${LARGE_BODY_BYTES / 1_024} KiB are handled one at a time, and ` +
    `${MAX_WAITING_BODY_BYTES / 1_048_576} MiB of yours wait; try again in 1 s, with fewer at once.`
  return new ApiError('rate_limited', message, { headers: { 'retry-after': '1' } })
}

// Never sent: always. Sent, but no response, or 503 at once: only a request that is safe twice, and never
// after a full time-out, because the service is slow then, not gone.
function mayRetry(forwarding: Forwarding, { isSent, isReceiving, error }: ResponseRelay): boolean {
  if (!isSent) return true
  const isTimeout = error !== undefined && 'code' in error && error.code === 'UND_ERR_HEADERS_TIMEOUT'
  return isSafeTwice(forwarding) && !isReceiving && !isTimeout
}
