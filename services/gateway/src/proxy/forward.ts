import { ApiError, unavailable } from '@jobboard/contracts/error'
import { CALLER_HEADER, REQUEST_ID_HEADER } from '@jobboard/service/caller'
import type { Log } from '@jobboard/service/log'
import type { Dispatcher } from 'undici'
import { sendError } from '../http/answer.ts'
import type { Body } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import { requestHeaders } from './headers.ts'
import { Relay } from './relay.ts'
import { MAX_IN_FLIGHT, markDown, type Upstream } from './upstream.ts'

/** How a request goes on to its service. */
export interface Onward {
  service: string
  upstream: Upstream
  /** Signed identity, under the header of that name. */
  passport: string
  body: Body
  /** Longest silence of the service before and within its answer. */
  timeoutMs: number
}

/** Sends the exchange to the service and streams the answer back; 503 when there is none. */
export function forward(exchange: Exchange, onward: Onward, log: Log): void {
  const { request } = exchange
  const headers = requestHeaders(request)
  headers.push(CALLER_HEADER, onward.passport, REQUEST_ID_HEADER, exchange.requestId)
  const isStream = onward.body !== null && !Buffer.isBuffer(onward.body)
  const length = request.headers['content-length']
  if (isStream && length !== undefined) headers.push('content-length', length)
  attempt(exchange, onward, log, headers, 2)
}

function attempt(exchange: Exchange, onward: Onward, log: Log, headers: string[], triesLeft: number): void {
  // The client went away while its body was read.
  if (exchange.response.destroyed) return
  const replica = onward.upstream.next()
  if (replica.inFlight >= MAX_IN_FLIGHT) {
    onward.upstream.failures++
    sendError(exchange, unavailable(`The ${onward.service} service`))
    return
  }
  replica.inFlight++
  exchange.response.once('close', () => replica.inFlight--)
  const relay = new Relay(exchange, (error) => {
    if (exchange.response.destroyed) return
    if (error instanceof ApiError) return sendError(exchange, error)
    onward.upstream.failures++
    if (!relay.isStarted) markDown(replica)
    if (triesLeft > 1 && mayRepeat(exchange, relay, error)) {
      return attempt(exchange, onward, log, headers, triesLeft - 1)
    }
    log.warn({ err: error, service: onward.service, requestId: exchange.requestId }, 'service did not answer')
    sendError(exchange, unavailable(`The ${onward.service} service`))
  })
  replica.pool.dispatch(
    {
      path: exchange.target.url,
      method: exchange.request.method as Dispatcher.HttpMethod,
      headers,
      body: onward.body,
      headersTimeout: onward.timeoutMs,
      bodyTimeout: onward.timeoutMs,
    },
    relay,
  )
}

// Never sent: anything may be repeated. Sent, but not a byte came back: only a GET, and not after a full wait.
function mayRepeat({ request }: Exchange, relay: Relay, error: Error): boolean {
  if (!relay.isStarted) return true
  const waited = 'code' in error && error.code === 'UND_ERR_HEADERS_TIMEOUT'
  return request.method === 'GET' && !relay.isReceiving && !waited
}
