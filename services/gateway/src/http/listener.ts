import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiError } from '@jobboard/contracts/error'
import { runIn } from '@jobboard/process/tracing/span'
import { type ConnectionLimits, limitConnections } from '@jobboard/service/http/connection-limit'
import { serverTimeouts } from '@jobboard/service/lifecycle/env'
import type { Log } from '@jobboard/service/lifecycle/log'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import {
  type AccessLogEntry,
  type ObserveRequest,
  openAccessLog,
  startClientSpan,
  statusOf,
} from './access-log.ts'
import { deferContinue } from './body.ts'
import {
  endConnection,
  isClosing,
  limitAnonymous,
  limitPipelining,
  serveInOrder,
  serveNext,
  stateOf,
  trackRequest,
  untrackRequest,
} from './connection.ts'
import type { Cors } from './cors.ts'
import { type OpenResponses, trackOpenResponses } from './drain.ts'
import { headersProblem, MalformedRequest, refuseUnparsed, sendFailure } from './failure.ts'
import type { RequestCaller, RequestContext } from './request-context.ts'
import { isRefusal, keyInUrl, noEndpoint, type Refusal, sendError, sendRefusal } from './responses.ts'
import type { Match, Router } from './router.ts'
import { holdsKey, readTarget, type Target } from './target.ts'

/** What serves the requests of one port. What it throws becomes an error response. */
export interface Handler<Caller extends RequestCaller> {
  /** Finds out who sent the request, or why it is refused. */
  authenticate(context: RequestContext): Caller | Refusal | Promise<Caller | Refusal>
  /** Sends the response to an authenticated request. */
  serve(context: RequestContext, caller: Caller): Promise<void>
  /** Called once when the response to an authenticated request is out, with its status, or when the client has gone
   * after the response began. */
  ended?(context: RequestContext, caller: Caller, status: number): void
}

export interface ListenerSettings<Caller extends RequestCaller> {
  /** The handler serves every path under this prefix; Fastify's routes serve the others. */
  prefix: string
  router: Router
  handler: Handler<Caller>
  /** The port serves the guide that the `Link` of a 4xx leads to. */
  hasErrorGuide?: boolean
  /** Without it no response has CORS headers. */
  cors?: Cors | undefined
  /** How long the headers, and the whole request, may take to arrive; then 408. */
  headersTimeoutMs: number
  requestTimeoutMs: number
  /** A connection without traffic is closed after this long. */
  silenceTimeoutMs: number
  /** Without them the number of connections has no limit. */
  connectionLimits?: ConnectionLimits
  observe: ObserveRequest
  openResponses?: OpenResponses
  log: Log
}

const NO_TARGET: Target = { url: '', segments: [] }

/** One port: gives each request an id, refuses ambiguous ones, hands the rest to the handler and writes the
 * access log. */
export function buildListener<Caller extends RequestCaller>(
  settings: ListenerSettings<Caller>,
): FastifyInstance {
  const { prefix, router, handler, hasErrorGuide = false, cors, observe, log } = settings
  const { openResponses = trackOpenResponses() } = settings
  const writeEntry = openAccessLog(log, observe)
  const timeouts = serverTimeouts(settings)
  const app = Fastify({
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ...timeouts,
    clientErrorHandler: (error, connection) => refuseUnparsed(error, connection, hasErrorGuide),
    http: { ...timeouts.http, requireHostHeader: false },
    // Fastify refuses broken escapes before its hooks run.
    frameworkErrors: (_error, { raw }, reply) => {
      reply.hijack()
      sendFailure(open(raw, reply.raw, NO_TARGET, undefined, 'none').context, ambiguousTarget(), log)
    },
  })
  const connections =
    settings.connectionLimits && limitConnections(app.server, settings.connectionLimits, log)
  deferContinue(app.server, app.routing)

  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (isClosing(raw.socket)) {
      endConnection(raw.socket)
      return void reply.hijack()
    }
    const target = readTarget(raw.url ?? '') ?? NO_TARGET
    const problem = problemOf(raw, target)
    const isHandled = !problem && target.url.startsWith(prefix)
    const match = isHandled ? router.find(raw.method ?? '', target.segments) : undefined
    const ownRoute = problem || isHandled ? undefined : fastifyRoute(request, target)
    const entry = open(raw, reply.raw, target, match, match?.nearest.path ?? ownRoute ?? 'none')
    const { context } = entry
    if (isHandled) {
      const preflight = cors?.preflightHeaders(context)
      reply.hijack()
      if (!preflight) return serveInOrder(context, () => void serve(entry))
      limitAnonymous(context)
      reply.raw.writeHead(204, [...context.responseHeaders, ...preflight]).end()
      return
    }
    limitAnonymous(context)
    if (ownRoute !== undefined) {
      copyHeaders(context.responseHeaders, reply)
      return done()
    }
    reply.hijack()
    if (problem) sendFailure(context, problem, log)
    else sendError(context, noEndpoint(context))
  })

  function open(
    request: IncomingMessage,
    response: ServerResponse,
    target: Target,
    match: Match | undefined,
    route: string,
  ): AccessLogEntry<Caller> {
    const requestId = randomUUID()
    const ownHeaders = ['X-Request-Id', requestId]
    const responseHeaders = cors ? [...ownHeaders, ...cors.responseHeaders(request)] : ownHeaders
    const startedAtMs = performance.now()
    const context: RequestContext = {
      request,
      response,
      requestId,
      target,
      match,
      router,
      hasErrorGuide,
      route,
      startedAtMs,
      responseHeaders,
    }
    const entry: AccessLogEntry<Caller> = { context, caller: undefined }
    const place = openResponses.add(response)
    trackRequest(context)
    connections?.onBusy(request.socket)
    limitPipelining(context)
    // The response is out, or the client has gone.
    response.once('close', () => {
      openResponses.delete(place)
      untrackRequest(context)
      if (stateOf(request.socket).unanswered === 0) connections?.onIdle(request.socket)
      writeEntry(entry)
      const status = statusOf(response)
      if (entry.caller && status > 0) handler.ended?.(context, entry.caller, status)
      serveNext(context)
    })
    return entry
  }

  async function serve(entry: AccessLogEntry<Caller>): Promise<void> {
    const { context } = entry
    try {
      const result = handler.authenticate(context)
      const caller = result instanceof Promise ? await result : result
      if (isRefusal(caller)) {
        limitAnonymous(context)
        return sendRefusal(context, caller)
      }
      entry.caller = caller
      entry.span = startClientSpan(context)
      await runIn(entry.span, () => handler.serve(context, caller))
    } catch (error) {
      if (!entry.caller) limitAnonymous(context)
      sendFailure(context, error, log)
    }
  }

  return app
}

function problemOf(request: IncomingMessage, target: Target): ApiError | undefined {
  if (target === NO_TARGET) return ambiguousTarget()
  return headersProblem(request) ?? (holdsKey(target) ? keyInUrl() : undefined)
}

function ambiguousTarget(): MalformedRequest {
  return new MalformedRequest(
    'The request target is ambiguous or too long: send a path of at most 8192 characters, without dot segments, ' +
      'empty segments, backslashes, fragments and broken or double escapes.',
  )
}

// Fastify matches decoded paths. Its routes here need no escapes, so a path with one matches none.
function fastifyRoute(request: FastifyRequest, { segments }: Target): string | undefined {
  if (request.is404 || segments.some((segment) => segment.includes('%'))) return undefined
  return request.routeOptions.url
}

function copyHeaders(headers: readonly string[], reply: FastifyReply): void {
  for (let index = 0; index < headers.length; index += 2) reply.header(headers[index]!, headers[index + 1])
}
