import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '@jobboard/contracts/error'
import { errorBody } from '@jobboard/service/http/error-response'
import { sendError } from './answer.ts'
import type { Exchange } from './exchange.ts'

const newest = Symbol('the exchange that began last')
const over = Symbol('nothing more is taken from here')
type Connection = Socket & { [newest]?: Exchange | undefined; [over]?: boolean }

const LINGER_MS = 1_000

/** What is not one whole request, or not in time. The connection ends with this refusal (RFC 9112 §9.6). */
export class BrokenRequest extends ApiError {
  readonly #status: number

  constructor(message: string, status: 400 | 408 | 431 = 400) {
    super('invalid_request', message, { headers: { Connection: 'close' } })
    this.#status = status
  }

  override get status(): number {
    return this.#status
  }
}

/** True when the connection ends with a refusal, and nothing that came behind it counts. */
export function isOver(connection: Connection): boolean {
  return connection[over] === true
}

/** True when the answer in hand closes the connection: what was sent behind it is never answered, so never done. */
export function isClosing(connection: Connection): boolean {
  return connection[over] === true || connection[newest]?.response.shouldKeepAlive === false
}

/** Remembers what a connection asked last. */
export function noteNewest(exchange: Exchange): void {
  const connection: Connection = exchange.request.socket
  connection[newest] = exchange
}

/** The exchange is answered: forgets it, unless more of its request may come. */
export function forgetNewest(exchange: Exchange): void {
  const connection: Connection = exchange.request.socket
  if (exchange.request.complete && connection[newest] === exchange) connection[newest] = undefined
}

/** Refuses a request and all that comes behind it. */
export function refuse(exchange: Exchange, problem: BrokenRequest): void {
  const { request } = exchange
  const connection: Connection = request.socket
  connection[over] = true
  connection.destroySoon = () => endGently(connection)
  sendError(exchange, problem)
  // Node forgets a request that is answered: whoever waits for more of it would wait for ever.
  if (!request.complete) request.emit('close')
}

/** Refuses what the parser could not read or did not get in time. Answers that are in hand go first, and stay whole. */
export function refuseBroken(error: Error & { code?: string }, connection: Connection): void {
  if (isOver(connection)) return
  const last = connection[newest]
  const isWithinBody = last?.request.complete === false
  const isAnswered = isWithinBody && last.response.headersSent
  if (
    connection.destroyed ||
    error.code === 'ECONNRESET' ||
    (isAnswered && !last.response.writableFinished)
  ) {
    connection.destroy()
    return
  }
  const problem = problems[error.code ?? '']?.() ?? new BrokenRequest('This is not a valid HTTP request.')
  if (isWithinBody && last.response.headersSent) endGently(connection)
  else if (isWithinBody) refuse(last, problem)
  else if (last) last.response.once('close', () => refuseConnection(connection, problem))
  else refuseConnection(connection, problem)
  connection[over] = true
}

// There is no request to answer, only a connection to close.
function refuseConnection(connection: Connection, problem: BrokenRequest): void {
  if (!connection.writable) return
  const body = JSON.stringify(errorBody(problem, false))
  endGently(
    connection,
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\nX-Request-Id: ${randomUUID()}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

// A connection that is cut while bytes come in may lose the answer: they are read and dropped for a moment.
function endGently(connection: Connection, lastWords = ''): void {
  connection.end(lastWords)
  const late = setTimeout(() => connection.destroy(), LINGER_MS)
  connection.once('close', () => clearTimeout(late))
}

const problems: Record<string, () => BrokenRequest> = {
  HPE_HEADER_OVERFLOW: () => new BrokenRequest('The headers are too large.', 431),
  ERR_HTTP_REQUEST_TIMEOUT: () => new BrokenRequest('The request did not arrive in time.', 408),
}
