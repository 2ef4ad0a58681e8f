import type { IncomingMessage } from 'node:http'
import { stateOf } from './connection-state.ts'
import { endConnection } from './end-connection.ts'
import type { RequestContext } from './request-context.ts'

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
