import type { ServerResponse } from 'node:http'
import { ApiError, unavailable } from '@jobboard/contracts/error'
import { CALLER_HEADER, REQUEST_ID_HEADER } from '@jobboard/service/auth/caller'
import type { Log } from '@jobboard/service/lifecycle/log'
import type { Dispatcher } from 'undici'
import { sendError } from '../http/answer.ts'
import type { Body } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import { requestHeaders } from './headers.ts'
import { Relay } from './relay.ts'
import { CONNECTIONS, MAX_IN_FLIGHT, markDown, type Replica, type Upstream } from './upstream.ts'

/** How a request goes on to its service. */
export interface Onward {
  service: string
  upstream: Upstream
  /** Signed identity, under the header of that name. */
  passport: string
  body: Body
  /** Longest silence of the service before and within its answer, and longest wait for a connection to it. */
  timeoutMs: number
  /** Sent twice it has its effect once. */
  isRepeatable: boolean
}

/** The first try of a request, when there is a second one. */
interface FirstTry {
  replica: Replica
  /** It may be running still. */
  wasSent: boolean
}

/** Sends the exchange to the service and streams the answer back; 503 when there is none. */
export function forward(exchange: Exchange, onward: Onward, log: Log): void {
  const { request } = exchange
  const headers = requestHeaders(request)
  headers.push(CALLER_HEADER, onward.passport, REQUEST_ID_HEADER, exchange.requestId)
  const isStream = onward.body !== null && !Buffer.isBuffer(onward.body)
  const length = request.headers['content-length']
  if (isStream && length !== undefined) headers.push('content-length', length)
  attempt(exchange, onward, log, headers)
}

function attempt(exchange: Exchange, onward: Onward, log: Log, headers: string[], first?: FirstTry): void {
  // The client went away while its body was read.
  if (exchange.response.destroyed) return
  const { service, upstream, timeoutMs } = onward
  const refuse = () => {
    upstream.failures++
    sendError(exchange, unavailable(`The ${service} service`))
  }
  const replica = upstream.next(first?.replica)
  if (replica.inFlight >= MAX_IN_FLIGHT) {
    refuse()
    return
  }
  const letGo = hold(replica, exchange.response, timeoutMs, () => {
    if (!relay.isStarted) refuse()
  })
  const relay = new Relay(exchange, first?.wasSent ?? false, (error) => {
    letGo()
    if (exchange.response.destroyed) return
    if (error instanceof ApiError) return sendError(exchange, error)
    if (!relay.isStarted) markDown(replica)
    if (!first && mayRepeat(onward, relay, error)) {
      upstream.failures++
      return attempt(exchange, onward, log, headers, { replica, wasSent: relay.isStarted })
    }
    log.warn({ err: error, service, requestId: exchange.requestId }, 'service did not answer')
    refuse()
  })
  replica.pool.dispatch(
    {
      path: exchange.target.url,
      method: exchange.request.method as Dispatcher.HttpMethod,
      headers,
      body: onward.body,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    },
    relay,
  )
}

/** Counts a try among those that its replica has in hand, until the answer is out or the returned function is called. Calls
 * back when others have kept it waiting for a connection that long. */
function hold(replica: Replica, response: ServerResponse, waitMs: number, onLate: () => void): () => void {
  replica.inFlight++
  const late = replica.inFlight > CONNECTIONS ? setTimeout(onLate, waitMs) : undefined
  let isHeld = true
  const letGo = () => {
    if (isHeld) replica.inFlight--
    isHeld = false
    clearTimeout(late)
  }
  response.once('close', letGo)
  return letGo
}

// Never sent: anything may be repeated. Sent, but not a byte came back: only what has one effect and is still whole in
// hand, and not after a full wait.
function mayRepeat({ isRepeatable, body }: Onward, relay: Relay, error: Error): boolean {
  if (!relay.isStarted) return true
  const waited = 'code' in error && error.code === 'UND_ERR_HEADERS_TIMEOUT'
  const isInHand = body === null || Buffer.isBuffer(body)
  return isRepeatable && isInHand && !relay.isReceiving && !waited
}
