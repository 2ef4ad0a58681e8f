import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ApiError } from '@jobboard/contracts/error'
import { errorBody, STATUS_CODES } from '@jobboard/service/http/error-response'
import type { Log } from '@jobboard/service/lifecycle/log'
import { type Connection, closeGently, endConnection, isEnded, stateOf } from './connection.ts'
import type { RequestContext } from './request-context.ts'
import { helpOf, sendError } from './responses.ts'

/** A request that is malformed, ambiguous, or not complete in time. Its refusal closes the connection (RFC
 * 9112 §9.6). */
export class MalformedRequest extends ApiError {
  readonly #status: number

  constructor(message: string, status: 400 | 408 | 431 = 400) {
    super('invalid_request', message, { headers: { Connection: 'close' } })
    this.#status = status
  }

  override get status(): number {
    return this.#status
  }
}

/** Refuses a request; nothing behind it on its connection is read as a request. */
function refuseMalformed(context: RequestContext, problem: MalformedRequest): void {
  const { request } = context
  endConnection(request.socket)
  sendError(context, problem)
  // Node drops the unread body after a response: 'close' unblocks its readers.
  if (!request.complete) request.emit('close')
}

/** Refuses what the HTTP parser could not read or did not get in time. Responses in flight go out first, and
 * whole. */
export function refuseUnparsed(
  error: Error & { code?: string },
  connection: Connection,
  hasErrorGuide = false,
): void {
  if (isEnded(connection)) return
  const last = stateOf(connection).latest
  const isWithinBody = last?.request.complete === false
  const isAnswered = isWithinBody && last.response.headersSent
  const isCutShort = isAnswered && !last.response.writableFinished
  if (connection.destroyed || error.code === 'ECONNRESET' || isCutShort) {
    connection.destroy()
    return
  }
  const problem =
    problems[error.code ?? '']?.() ?? new MalformedRequest('This is not a valid HTTP/1.1 request.')
  if (isAnswered) closeGently(connection)
  else if (isWithinBody) refuseMalformed(last, problem)
  else if (last) last.response.once('close', () => refuseConnection(connection, problem, hasErrorGuide))
  else refuseConnection(connection, problem, hasErrorGuide)
  endConnection(connection)
}

const problems: Record<string, () => MalformedRequest> = {
  HPE_HEADER_OVERFLOW: () => new MalformedRequest('The headers are larger than 16 KiB.', 431),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new MalformedRequest('The request did not arrive in time; send it again.', 408),
}

// No request was parsed, so there is no ServerResponse to write to.
function refuseConnection(connection: Connection, problem: MalformedRequest, hasErrorGuide: boolean): void {
  if (!connection.writable) return
  const body = JSON.stringify(errorBody(problem, false))
  const [name, value] = helpOf({ hasErrorGuide }, problem)
  closeGently(
    connection,
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\nX-Request-Id: ${randomUUID()}\r\n` +
      `${name ? `${name}: ${value}\r\n` : ''}Content-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** The client closed the connection: no response can reach it. */
export class ClientGone extends Error {}

/** Sends the response to a request whose handling threw, and logs what is not meant for the client. */
export function sendFailure(context: RequestContext, error: unknown, log: Log): void {
  const { request, response, requestId, route } = context
  const isRefused = response.writableEnded && isEnded(request.socket)
  if (error instanceof ClientGone || isRefused) return
  if (!(error instanceof ApiError)) log.error({ err: error, requestId, route }, 'request failed')
  if (error instanceof MalformedRequest) refuseMalformed(context, error)
  else sendError(context, error)
}

const MAX_HEADERS = 100

/** The reason to refuse the headers, if there is one: too many, or read differently by another HTTP parser:
 * no Host or two, a transfer coding other than `chunked` or in HTTP/1.0, another HTTP version (RFC 9112 §2.3,
 * §3.2, §6.1). */
export function headersProblem({ rawHeaders, httpVersion }: IncomingMessage): MalformedRequest | undefined {
  // Node leaves headers beyond the first 1 000 out of `headers`, but not out of `rawHeaders`.
  if (rawHeaders.length > 2 * MAX_HEADERS) {
    return new MalformedRequest(`The request has more than ${MAX_HEADERS} headers.`, 431)
  }
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return new MalformedRequest('The HTTP version must be 1.1 or 1.0.')
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
    if (name.length !== 17 || name.toLowerCase() !== 'transfer-encoding') continue
    if (httpVersion === '1.0' || rawHeaders[index + 1]!.toLowerCase() !== 'chunked') {
      return new MalformedRequest('The only accepted Transfer-Encoding is chunked, in HTTP/1.1.')
    }
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined
  return new MalformedRequest('The request needs exactly one Host header.')
}
