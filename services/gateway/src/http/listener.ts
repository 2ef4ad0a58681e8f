import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { notFound } from '@jobboard/contracts/error'
import type { Log } from '@jobboard/service/log'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Answered } from '../metrics.ts'
import { type Answers, openAnswers } from '../stop.ts'
import { ambiguous, sendError } from './answer.ts'
import { ClientGone } from './body.ts'
import { type Exchange, nameOf } from './exchange.ts'
import { readTarget } from './target.ts'

export interface ListenerSettings {
  /** Requests under this path go through the door; the rest are the listener's own routes. */
  prefix: string
  door: (exchange: Exchange) => Promise<void>
  /** A request that is not complete after this long is given up. */
  requestTimeoutMs: number
  /** A connection on which nothing moves is closed after this long. */
  silenceTimeoutMs: number
  answered: Answered
  answers?: Answers
  log: Log
}

/** One port: gives each request its id, refuses what could be read in two ways, and writes the access log. */
export function buildListener(settings: ListenerSettings): FastifyInstance {
  const { log, prefix, door, answered, answers = openAnswers() } = settings
  const held = new WeakSet<IncomingMessage>()
  const app = Fastify({
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: settings.requestTimeoutMs,
    connectionTimeout: settings.silenceTimeoutMs,
    keepAliveTimeout: 72_000,
    clientErrorHandler: answerBrokenRequest,
    http: { requireHostHeader: false, headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    // Bad escapes: the target policy has the last word on them, and this is the answer of the same policy.
    frameworkErrors: (_error, request, reply) => {
      reply.hijack()
      refuse(open(request.raw, reply.raw))
    },
  })
  // Node would say 100 to everybody; here only an admitted request is told to send its body.
  app.server.on('checkContinue', (request, response) => {
    held.add(request)
    app.routing(request, response)
  })

  app.addHook('onRequest', (request, reply, done) => {
    const exchange = open(request.raw, reply.raw)
    const target = readTarget(request.raw.url ?? '')
    if (!target || !hasOneHost(request.raw)) {
      reply.hijack()
      return refuse(exchange)
    }
    exchange.target = target
    const isForDoor = target.url.startsWith(prefix)
    // Fastify decodes what it matches; its routes here have no need of escapes.
    if (!isForDoor && !request.is404 && !target.segments.some((segment) => segment.includes('%'))) {
      exchange.route = request.routeOptions.url ?? 'none'
      reply.header('x-request-id', exchange.requestId)
      return done()
    }
    reply.hijack()
    if (!isForDoor) return sendError(exchange, notFound())
    door(exchange).catch((error) => fail(exchange, error))
  })

  function open(request: IncomingMessage, response: ServerResponse): Exchange {
    const started = performance.now()
    const requestId = randomUUID()
    const exchange: Exchange = {
      request,
      response,
      target: { url: '', segments: [] },
      requestId,
      headers: ['X-Request-Id', requestId],
      route: 'none',
      key: undefined,
      problemNotFound: false,
      onAnswer: () => {},
      onClose: () => {},
      acceptBody: () => {
        if (held.delete(request)) response.writeContinue()
      },
    }
    answers.add(response)
    response.once('close', () => {
      answers.remove(response)
      exchange.onClose()
      const { route, key } = exchange
      const { method = '' } = request
      const status = response.headersSent ? response.statusCode : 0
      const tookMs = performance.now() - started
      const ms = Math.round(tookMs)
      answered(route, method, status, tookMs)
      log.info({ method, route, status, ms, key: key && nameOf(key), requestId }, 'request')
    })
    return exchange
  }

  function fail(exchange: Exchange, error: unknown): void {
    if (error instanceof ClientGone) return
    if (!(error instanceof Error && error.name === 'ApiError')) {
      log.error({ err: error, requestId: exchange.requestId, route: exchange.route }, 'request failed')
    }
    sendError(exchange, error, exchange.problemNotFound)
  }

  return app
}

function refuse(exchange: Exchange): void {
  sendError(exchange, ambiguous('The request target or its Host could be read in more than one way.'))
}

function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.length === 4 && rawHeaders[index]!.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

// Not HTTP, or not in time: there is no request to answer, only a connection to close.
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (socket.destroyed || error.code === 'ECONNRESET') return void socket.destroy()
  const [status, message] = refusals[error.code ?? ''] ?? [
    '400 Bad Request',
    'This is not a valid HTTP request.',
  ]
  const body = JSON.stringify({ code: 'invalid_request', message })
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status}\r\nX-Request-Id: ${randomUUID()}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  socket.destroySoon()
}

const refusals: Record<string, [string, string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
}
