import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestContext } from './request-context.ts'

const state = Symbol('what is known about a connection')

/** What the gateway knows about a client's connection. */
interface ConnectionState {
  /** The latest request, while its response is not out or part of its body may still come. */
  latest: RequestContext | undefined
  /** The connection ends: every byte that arrives is ignored. */
  isEnded: boolean
  /** Requests that were read and whose responses are not out. */
  unanswered: number
  /** One of them is refused, or served without a key. */
  hasAnonymous: boolean
  /** The request that is being served; those in `waiting` follow one after the other. */
  serving: ServerResponse | undefined
  waiting: { response: ServerResponse; serve: () => void }[]
}

/** A client's connection, with what is known about its requests. */
export type Connection = Socket & { [state]?: ConnectionState }

/** The state of a connection, made at its first use. */
export function stateOf(connection: Connection): ConnectionState {
  const existing = connection[state]
  if (existing) return existing
  const created: ConnectionState = {
    latest: undefined,
    isEnded: false,
    unanswered: 0,
    hasAnonymous: false,
    serving: undefined,
    waiting: [],
  }
  connection[state] = created
  return created
}

/** Remembers a request that was read. */
export function trackRequest(context: RequestContext): void {
  const connection = stateOf(context.request.socket)
  connection.latest = context
  connection.unanswered++
}

/** The response is out: forgets the request, unless more of its body may come. */
export function untrackRequest(context: RequestContext): void {
  const connection = stateOf(context.request.socket)
  connection.unanswered--
  if (connection.unanswered === 0) connection.hasAnonymous = false
  if (context.request.complete && connection.latest === context) connection.latest = undefined
}

/** True when the connection ends: no byte that arrives is read as part of a request. */
export function isEnded(connection: Connection): boolean {
  return connection[state]?.isEnded === true
}

/** True when the response in flight closes the connection: a request behind it is never served. */
export function isClosing(connection: Connection): boolean {
  return isEnded(connection) || connection[state]?.latest?.response.shouldKeepAlive === false
}

/** Serves the requests of a connection one after the other: a request begins when the response before it is
 * out, and never when that response closes the connection. */
export function serveInOrder({ request, response }: RequestContext, serve: () => void): void {
  const state = stateOf(request.socket)
  if (state.serving) {
    state.waiting.push({ response, serve })
    return
  }
  state.serving = response
  serve()
}

/** The response is out, or the connection is closed: serves the next request. */
export function serveNext({ request, response }: RequestContext): void {
  const state = stateOf(request.socket)
  if (state.serving !== response) return
  if (!response.shouldKeepAlive || request.socket.destroyed) state.waiting = []
  // A request within whose body the input became invalid has its response already.
  const next = state.waiting.find((entry) => !entry.response.writableEnded)
  state.waiting = next ? state.waiting.slice(state.waiting.indexOf(next) + 1) : []
  state.serving = next?.response
  next?.serve()
}

/** Requests of one connection that may be unanswered at a time. */
const MAX_UNANSWERED = 128
const SHORT_BODY_BYTES = 65_536

/** After this response of the gateway the connection ends, unless the request was alone on it and has no body:
 * a client without a key can neither pipeline nor go on with a body. */
export function limitAnonymous(context: RequestContext): void {
  const { request } = context
  const state = stateOf(request.socket)
  state.hasAnonymous = true
  if (hasBody(request) || state.unanswered > 1) endAfter(context)
}

/** After this response the connection ends, if more than 64 KiB of the request's body may follow. */
export function limitUnreadBody(context: RequestContext): void {
  const { request } = context
  if (request.complete || !hasBody(request)) return
  if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > SHORT_BODY_BYTES)
    endAfter(context)
}

/** A request closes its connection when 127 before it are unanswered, or one without a key. */
export function limitPipelining(context: RequestContext): void {
  const { unanswered, hasAnonymous } = stateOf(context.request.socket)
  if (unanswered >= MAX_UNANSWERED || hasAnonymous) endAfter(context)
}

// The headers announce a body.
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function endAfter({ request, response }: RequestContext): void {
  response.shouldKeepAlive = false
  endConnection(request.socket)
}

/** How long, and for how many bytes, input is still read after the last response. */
const LINGER_MS = 1_000
const LINGER_BYTES = 16 * 1_048_576
/** To the parser: the rest is of another protocol. */
const STOP_PARSING = 2

/** No further request of this connection is read, and the last response closes it gently. */
export function endConnection(connection: Connection): void {
  const state = stateOf(connection)
  if (state.isEnded) return
  state.isEnded = true
  // Node calls this after a response that closes its connection.
  connection.destroySoon = () => closeGently(connection)
  stopParser(connection)
  process.nextTick(discardInput, connection)
}

// Node reads up to 64 KiB at a time and makes objects of each of the thousand requests in it; closing the
// connection then makes two errors for each. Only its parser can stop within that, by a callback that Node does
// not document; services/gateway/test/pipelining.test.ts counts the requests that are still read.
function stopParser(connection: Connection & { parser?: { onIncoming?: () => number } | null }): void {
  if (connection.parser?.onIncoming) connection.parser.onIncoming = () => STOP_PARSING
}

/** Sends these bytes and closes. A socket closed with unread input resets, and the client may lose the
 * response: input is discarded for 1 s, at most 16 MiB of it. */
export function closeGently(connection: Connection, lastBytes = ''): void {
  connection.end(lastBytes, () => {
    const timer = setTimeout(() => connection.destroy(), LINGER_MS)
    connection.once('close', () => clearTimeout(timer))
  })
}

// Takes further input from the HTTP parser.
function discardInput(connection: Connection): void {
  if (connection.destroyed) return
  let bytes = 0
  connection.removeAllListeners('data')
  connection.on('data', (chunk) => {
    bytes += chunk.length
    if (bytes > LINGER_BYTES) connection.pause()
  })
  connection.resume()
}
