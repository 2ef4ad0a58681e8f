import type { ServerResponse } from 'node:http'
import type { Method } from '@jobboard/contracts/endpoint'
import { currentTraceparent } from '@jobboard/process/tracing/span'
import { CALLER_HEADER, REQUEST_ID_HEADER } from '@jobboard/service/auth/caller'
import type { Replica } from '@jobboard/service/http/replicas'
import type { Dispatcher } from 'undici'
import { ClientGone } from '../http/failure.ts'
import type { RequestContext } from '../http/request-context.ts'
import { requestHeaders } from './headers.ts'
import { ResponseRelay } from './response-relay.ts'
import type { UnsentResponses } from './unsent-responses.ts'
import { CONNECTIONS, type Upstream } from './upstream.ts'

/** Where a request goes, and how. */
export interface Forwarding {
  readonly service: string
  readonly method: Method
  readonly upstream: Upstream
  /** Name of the key that connections and memory count for; undefined for operators. */
  readonly key: string | undefined
  /** The employer or candidate whose key it is; undefined for operators. */
  readonly owner: string | undefined
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

/** Whether the request can be sent a second time after a service may have received it. */
export function isSafeTwice({ isRepeatable, body }: Forwarding): boolean {
  return isRepeatable && (body === null || Buffer.isBuffer(body))
}

/** All connections to the replica were in use for the whole time-out. */
export class NoFreeConnection extends Error {}

/** The headers that a service receives. */
export function headersFor(
  { request, requestId }: RequestContext,
  { callerToken, body }: Forwarding,
): string[] {
  const headers = requestHeaders(request)
  headers.push(CALLER_HEADER, callerToken, REQUEST_ID_HEADER, requestId)
  const traceparent = currentTraceparent()
  if (traceparent) headers.push('traceparent', traceparent)
  const length = request.headers['content-length']
  if (body !== null && !Buffer.isBuffer(body) && length !== undefined) headers.push('content-length', length)
  return headers
}

/** One attempt. Resolves when the response has begun or cannot come any more. */
export function sendAttempt(
  context: RequestContext,
  forwarding: Forwarding,
  headers: string[],
  replica: Replica,
  failed: { wasSent: boolean } | undefined,
): Promise<ResponseRelay> {
  const { upstream, method, key = 'operator', unsent, body, timeoutMs } = forwarding
  return new Promise((resolve) => {
    const relay = new ResponseRelay(context, {
      key,
      unsent,
      mayRunAlready: failed?.wasSent ?? false,
      mayTryAnother: () => !failed && isSafeTwice(forwarding) && upstream.hasHealthyOther(replica),
      onSettled() {
        report(replica, relay)
        if (relay.error) release()
        resolve(relay)
      },
    })
    const release = hold(replica, context.response, relay, timeoutMs)
    replica.pool.dispatch(
      {
        path: context.target.url,
        method,
        headers,
        body: body as Dispatcher.DispatchOptions['body'],
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      },
      relay,
    )
  })
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

/** Counts an attempt as in flight until its response is received or the returned function is called. Cancels
 * it when the client goes away; fails it when it has waited that long for a connection. */
function hold(replica: Replica, response: ServerResponse, relay: ResponseRelay, waitMs: number): () => void {
  const end = replica.hold()
  const mustWait = replica.inFlight > CONNECTIONS
  const timer = mustWait
    ? setTimeout(() => relay.isSent || relay.fail(new NoFreeConnection()), waitMs)
    : undefined
  const release = () => {
    end()
    clearTimeout(timer)
  }
  relay.whenDone(release)
  response.once('close', () => {
    release()
    relay.close()
  })
  return release
}
