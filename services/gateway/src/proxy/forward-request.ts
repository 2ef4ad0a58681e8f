import type { ServerResponse } from 'node:http'
import { type ApiError, unavailable } from '@jobboard/contracts/error'
import { CALLER_HEADER, REQUEST_ID_HEADER } from '@jobboard/service/auth/caller'
import type { Log } from '@jobboard/service/lifecycle/log'
import type { Dispatcher } from 'undici'
import type { RequestContext } from '../http/request-context.ts'
import { requestHeaders } from './headers.ts'
import { ResponseRelay } from './response-relay.ts'
import { CONNECTIONS, MAX_IN_FLIGHT, markDown, type Replica, type Upstream } from './upstream.ts'

/** Where a request goes, and how. */
export interface Forwarding {
  readonly service: string
  readonly upstream: Upstream
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

/** Sends the request to its service and streams the response to the client, with one retry (P-38). Resolves when the response
 * begins: with its status, with unavailable when there is none, with undefined when the client has gone. */
export async function forwardRequest(
  context: RequestContext,
  forwarding: Forwarding,
  log: Log,
): Promise<number | ApiError | undefined> {
  const { service, upstream } = forwarding
  const { response, requestId } = context
  const headers = headersFor(context, forwarding)
  let failed: { replica: Replica; wasSent: boolean } | undefined
  for (;;) {
    if (response.destroyed || response.writableEnded) return undefined
    const replica = upstream.next(failed?.replica)
    if (replica.inFlight >= MAX_IN_FLIGHT) break
    const attempt = await send(context, forwarding, headers, replica, failed?.wasSent ?? false)
    if (attempt.status !== undefined) return attempt.status
    if (response.destroyed || response.writableEnded) return undefined
    if (attempt.error instanceof NoFreeConnection) break
    if (!attempt.isSent) markDown(replica)
    if (failed || !mayRetry(forwarding, attempt)) {
      log.warn({ err: attempt.error, service, requestId }, 'the service did not respond')
      break
    }
    upstream.failures++
    failed = { replica, wasSent: attempt.isSent }
  }
  upstream.failures++
  return unavailable(`The ${service} service`)
}

function headersFor({ request, requestId }: RequestContext, { callerToken, body }: Forwarding): string[] {
  const headers = requestHeaders(request)
  headers.push(CALLER_HEADER, callerToken, REQUEST_ID_HEADER, requestId)
  const length = request.headers['content-length']
  if (body !== null && !Buffer.isBuffer(body) && length !== undefined) headers.push('content-length', length)
  return headers
}

/** One attempt. Resolves when the response has begun or cannot come any more. */
function send(
  context: RequestContext,
  { body, timeoutMs }: Forwarding,
  headers: string[],
  replica: Replica,
  mayRunAlready: boolean,
): Promise<ResponseRelay> {
  return new Promise((resolve) => {
    const relay = new ResponseRelay(context, mayRunAlready, () => {
      if (relay.error) release()
      resolve(relay)
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

/** Counts an attempt as in flight until the response is out or the returned function is called. Cancels it when the client
 * goes away; fails it when it has waited that long for a connection. */
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
  response.once('close', () => {
    release()
    if (!response.writableFinished) relay.abort()
  })
  return release
}

// Never sent: always. Sent, but not a byte came back: only a repeatable request whose body is complete, and never after a
// full time-out, because the service is slow then, not gone.
function mayRetry(
  { isRepeatable, body }: Forwarding,
  { isSent, isReceiving, error }: ResponseRelay,
): boolean {
  if (!isSent) return true
  const isTimeout = error !== undefined && 'code' in error && error.code === 'UND_ERR_HEADERS_TIMEOUT'
  const isComplete = body === null || Buffer.isBuffer(body)
  return isRepeatable && isComplete && !isReceiving && !isTimeout
}
