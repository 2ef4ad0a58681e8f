import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { notFound } from '@jobboard/contracts/error'
import type { Log } from '@jobboard/service/lifecycle/log'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Answered } from '../metrics.ts'
import { type Answers, openAnswers } from '../stop.ts'
import { keyInUrl, sendError } from './answer.ts'
import { ClientGone } from './body.ts'
import { BrokenRequest, forgetNewest, isClosing, isOver, noteNewest, refuse, refuseBroken } from './broken.ts'
import type { Cors } from './cors.ts'
import { type Exchange, nameOf } from './exchange.ts'
import { headersProblem } from './request-headers.ts'
import { holdsKey, readTarget } from './target.ts'

export interface ListenerSettings {
  /** Requests under this path go through the door; the rest are the listener's own routes. */
  prefix: string
  door: (exchange: Exchange) => Promise<void>
  /** Without it no answer speaks of origins. */
  cors?: Cors | undefined
  /** Headers, and a whole request, that are not complete after this long are given up. */
  headersTimeoutMs: number
  requestTimeoutMs: number
  /** A connection on which nothing moves is closed after this long. */
  silenceTimeoutMs: number
  answered: Answered
  answers?: Answers
  log: Log
}

/** One port: gives each request its id, refuses what could be read in two ways, and writes the access log. */
export function buildListener(settings: ListenerSettings): FastifyInstance {
  const { log, prefix, door, answered, answers = openAnswers(), cors, headersTimeoutMs } = settings
  const held = new WeakSet<IncomingMessage>()
  const app = Fastify({
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: settings.requestTimeoutMs,
    connectionTimeout: settings.silenceTimeoutMs,
    keepAliveTimeout: 72_000,
    clientErrorHandler: refuseBroken,
    http: {
      requireHostHeader: false,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: Math.min(5_000, headersTimeoutMs / 2),
    },
    // Bad escapes: the target policy has the last word on them, and this is the answer of the same policy.
    frameworkErrors: (_error, request, reply) => {
      reply.hijack()
      refuse(open(request.raw, reply.raw), ambiguousTarget())
    },
  })
  // Node would say 100 to everybody; here only an admitted request is told to send its body.
  app.server.on('checkContinue', (request, response) => {
    held.add(request)
    app.routing(request, response)
  })
  // And 417 to what it does not know; that is no reason to refuse a request.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))

  app.addHook('onRequest', (request, reply, done) => {
    if (isClosing(request.raw.socket)) return void reply.hijack()
    const exchange = open(request.raw, reply.raw)
    const target = readTarget(request.raw.url ?? '')
    const problem = target ? headersProblem(request.raw) : ambiguousTarget()
    if (!target || problem) {
      reply.hijack()
      return refuse(exchange, problem!)
    }
    exchange.target = target
    if (holdsKey(target)) {
      reply.hijack()
      return sendError(exchange, keyInUrl())
    }
    const isForDoor = target.url.startsWith(prefix)
    // Fastify decodes what it matches; its routes here have no need of escapes.
    if (!isForDoor && !request.is404 && !target.segments.some((segment) => segment.includes('%'))) {
      exchange.route = request.routeOptions.url ?? 'none'
      for (let at = 0; at < exchange.headers.length; at += 2) {
        reply.header(exchange.headers[at]!, exchange.headers[at + 1])
      }
      return done()
    }
    reply.hijack()
    if (!isForDoor) return sendError(exchange, notFound())
    if (cors?.answerPreflight(exchange)) return
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
    cors?.mark(exchange)
    noteNewest(exchange)
    response.once('close', () => {
      answers.remove(response)
      exchange.onClose()
      forgetNewest(exchange)
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
    const isRefused = exchange.response.writableEnded && isOver(exchange.request.socket)
    if (error instanceof ClientGone || isRefused) return
    if (!(error instanceof Error && error.name === 'ApiError')) {
      log.error({ err: error, requestId: exchange.requestId, route: exchange.route }, 'request failed')
    }
    if (error instanceof BrokenRequest) refuse(exchange, error)
    else sendError(exchange, error, exchange.problemNotFound)
  }

  return app
}

function ambiguousTarget(): BrokenRequest {
  return new BrokenRequest('The request target could be read in more than one way.')
}
