import type { ServerResponse } from 'node:http'
import { ApiError, unavailable } from '@jobboard/contracts/error'
import { CALLER_HEADER, REQUEST_ID_HEADER } from '@jobboard/service/auth/caller'
import type { Log } from '@jobboard/service/lifecycle/log'
import { currentTraceparent } from '@jobboard/tracing/span'
import type { Dispatcher } from 'undici'
import { ClientGone } from '../http/failure.ts'
import type { RequestContext } from '../http/request-context.ts'
import { requestHeaders } from './headers.ts'
import { MAX_IN_FLIGHT_PER_KEY } from './key-shares.ts'
import { ResponseRelay } from './response-relay.ts'
import type { UnsentResponses } from './unsent-responses.ts'
import { CONNECTIONS, MAX_IN_FLIGHT, type Replica, type Upstream } from './upstream.ts'

/** Where a request goes, and how. */
export interface Forwarding {
  readonly service: string
  readonly upstream: Upstream
  /** Name of the key that connections and memory count for; undefined for operators. */
  readonly key: string | undefined
  /** Where its response counts until the client has read it. */
  readonly unsent: UnsentResponses
  /** The signed identity of the caller. */
  readonly callerToken: string
  /** Complete, a stream, or none. */
  readonly body: Buffer | NodeJS.ReadableStream | null
  /** Longest silence of the service before and within its response, and longest wait for a connection to it. */
  readonly timeoutMs: number
  /** Sent twice, the request takes effect once. */
  readonly isRepeatable: boolean
}

class NoFreeConnection extends Error {}

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
      const replica = upstream.next(failed?.replica)
      if (replica.inFlight >= MAX_IN_FLIGHT) break
      const attempt = await send(context, forwarding, headers, replica, failed)
      report(replica, attempt)
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

function headersFor({ request, requestId }: RequestContext, { callerToken, body }: Forwarding): string[] {
  const headers = requestHeaders(request)
  headers.push(CALLER_HEADER, callerToken, REQUEST_ID_HEADER, requestId)
  const traceparent = currentTraceparent()
  if (traceparent) headers.push('traceparent', traceparent)
  const length = request.headers['content-length']
  if (body !== null && !Buffer.isBuffer(body) && length !== undefined) headers.push('content-length', length)
  return headers
}

/** One attempt. Resolves when the response has begun or cannot come any more. */
function send(
  context: RequestContext,
  forwarding: Forwarding,
  headers: string[],
  replica: Replica,
  failed: { wasSent: boolean } | undefined,
): Promise<ResponseRelay> {
  const { upstream, key = 'operator', unsent, body, timeoutMs } = forwarding
  return new Promise((resolve) => {
    const relay = new ResponseRelay(context, {
      key,
      unsent,
      mayRunAlready: failed?.wasSent ?? false,
      mayTryAnother: () => !failed && isSafeTwice(forwarding) && upstream.hasHealthyOther(replica),
      onSettled() {
        if (relay.error) release()
        resolve(relay)
      },
    })
    const release = hold(replica, context.response, relay, timeoutMs)
    replica.pool.dispatch(
      {
        path: context.target.url,
        method: context.request.method as Dispatcher.HttpMethod,
        headers,
        body: body as Dispatcher.DispatchOptions['body'],
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      },
      relay,
    )
  })
}

/** Counts an attempt as in flight until its response is received or the returned function is called. Cancels
 * it when the client goes away; fails it when it has waited that long for a connection. */
function hold(replica: Replica, response: ServerResponse, relay: ResponseRelay, waitMs: number): () => void {
  replica.inFlight++
  const mustWait = replica.inFlight > CONNECTIONS
  const timer = mustWait
    ? setTimeout(() => relay.isSent || relay.fail(new NoFreeConnection()), waitMs)
    : undefined
  let isHeld = true
  const release = () => {
    if (isHeld) replica.inFlight--
    isHeld = false
    clearTimeout(timer)
  }
  relay.whenDone(release)
  response.once('close', () => {
    release()
    relay.close()
  })
  return release
}

/** Ejects a replica that cannot be reached, is out of order or stops; ends its ejection when it responds. */
function report(
  { ejection }: Replica,
  { status, error, isSent, isOutOfOrder, isLeaving, sentAtMs }: ResponseRelay,
): void {
  const isUnreachable = !isSent && !(error instanceof NoFreeConnection) && !(error instanceof ClientGone)
  if (isLeaving) ejection.left(performance.now())
  else if (isOutOfOrder || (error && isUnreachable)) ejection.failed(sentAtMs, performance.now())
  else if (status !== undefined) ejection.succeeded(sentAtMs)
}

// Never sent: always. Sent, but no response, or 503 at once: only a request that is safe twice, and never
// after a full time-out, because the service is slow then, not gone.
function mayRetry(forwarding: Forwarding, { isSent, isReceiving, error }: ResponseRelay): boolean {
  if (!isSent) return true
  const isTimeout = error !== undefined && 'code' in error && error.code === 'UND_ERR_HEADERS_TIMEOUT'
  return isSafeTwice(forwarding) && !isReceiving && !isTimeout
}

function isSafeTwice({ isRepeatable, body }: Forwarding): boolean {
  return isRepeatable && (body === null || Buffer.isBuffer(body))
}
