import type { Endpoint } from '@jobboard/contracts/endpoint'
import { ApiError, notFound } from '@jobboard/contracts/error'
import { MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import { endRequestSpan, runIn, type Span, startRequestSpan } from '@jobboard/process/tracing/span'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  assertMode,
  CALLER_HEADER,
  type Caller,
  dateOfCall,
  REQUEST_ID_HEADER,
  verifyCaller,
} from '../auth/caller.ts'
import type { Deps } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'
import type { RequestDurations } from '../metrics/registry.ts'
import { creditHeaders, creditHeadersHook, type ReadRemainingCredits } from './credit-headers.ts'
import { errorBody, helpLink, toApiError } from './error-response.ts'
import { handle, handleDryRun } from './handle.ts'
import { openInternalServer } from './internal-server.ts'
import { PROBLEM_TYPE, responseType, wantsProblem, withCharset } from './media-type.ts'
import { countRefusedBody, handlingHeaders, type ReadRequest, rawBody, readRequest } from './request.ts'
import type { Route } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** While tracing is on. */
    span?: Span | undefined
  }
}

/** The HTTP server of a service: each route verifies the signed caller and records its duration. */
export function buildApp<Env extends BaseEnv, Own>(
  deps: Deps<Env, Own>,
  routes: Route<Env, Own>[],
  durations: RequestDurations,
  readRemainingCredits?: ReadRemainingCredits,
): FastifyInstance {
  const app = openInternalServer(deps.log, {
    bodyLimit: MAX_BODY_BYTES,
    requestIdHeader: REQUEST_ID_HEADER,
    // The longest path that the gateway forwards: a longer parameter is refused by its schema, not by the router.
    routerOptions: { maxParamLength: 8_192 },
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => sendError(deps, request, reply, error),
  })
  // Bodies stay bytes here: the media type and the schema are checked per endpoint, in parseBody.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
  app.setErrorHandler((error, request, reply) => sendError(deps, request, reply, error))
  app.setNotFoundHandler((request, reply) => sendError(deps, request, reply, notFound()))
  const all = routes.map(({ endpoint }) => endpoint)
  const register = (scope: FastifyInstance, route: Route<Env, Own>) => {
    const { name, method, path } = route.endpoint
    const observe = durations.of({ endpoint: name, method })
    scope.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      config: { hasStreamedBody: route.endpoint.bodyType !== undefined },
      onRequest: (request, { raw }, done) => {
        const startedAtMs = performance.now()
        // From the gateway or a peer.
        const parent = request.headers.traceparent as string | undefined
        const span = startRequestSpan({ method, route: path, parent, startedAtMs })
        request.span = span
        raw.once('close', () => {
          const status = raw.headersSent ? raw.statusCode : 0
          observe(status, performance.now() - startedAtMs)
          if (span) endRequestSpan(span, status)
        })
        done()
      },
      onSend: creditHeadersHook(deps, route.endpoint, readRemainingCredits),
      handler: (request, reply) => runIn(request.span, () => respond(deps, route, all, request, reply)),
    })
  }
  for (const route of routes.filter(({ endpoint }) => !endpoint.bodyType)) register(app, route)
  // Here the action reads the body from `Context.bodyStream`.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _stream, done) => done(null))
    for (const route of routes.filter(({ endpoint }) => endpoint.bodyType)) register(scope, route)
  })
  return app
}

async function respond<Env extends BaseEnv, Own>(
  deps: Deps<Env, Own>,
  route: Route<Env, Own>,
  all: readonly Endpoint[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { CALLER_SECRET, DATED_CALLS } = deps.env
  const proof = request.headers[CALLER_HEADER] as string | undefined
  const caller = verifyCaller(CALLER_SECRET, proof)
  if (!caller || !mayCall(route, caller)) return reply.code(401).header('content-length', '0').send()
  if (caller.kind === 'recruiter') request.span?.set({ 'jobboard.employer_id': caller.employerId })
  reply.header(REQUEST_ID_HEADER, request.id)
  let read: ReadRequest | undefined
  try {
    const { endpoint } = route
    assertMode(endpoint, caller)
    // Caches must not return the result of a dry run for the read itself.
    if (endpoint.hasDryRun && endpoint.method === 'GET') reply.header('vary', 'Prefer')
    read = await readRequest(deps, endpoint, request, caller, all)
    if (DATED_CALLS) read.at = dateOfCall(CALLER_SECRET, proof)
    if (read.isDryRun) reply.header('preference-applied', 'dry-run')
    const respondTo = read.isDryRun ? handleDryRun : handle
    const { status, headers, body, credits, spooled } = await respondTo(deps, route, read)
    addHandling(read, reply, true)
    reply.code(status).headers(headers)
    if (status >= 400) reply.headers(helpOf(request, storedError(status, body)))
    if (credits) reply.headers(creditHeaders(credits))
    if (body === null && !spooled) return reply.send()
    reply.type(headers['content-type'] ?? withCharset(responseType(request.headers.accept)))
    if (spooled) return reply.header('content-length', spooled.bytes).send(spooled.stream)
    return reply.send(body)
  } catch (error) {
    addHandling(read, reply, false)
    if (toApiError(error).status < 500) await countRefusedBody(deps, caller, rawBody(request))
    return sendError(deps, request, reply, error, route.endpoint.problemNotFound)
  }
}

function addHandling(read: ReadRequest | undefined, reply: FastifyReply, isAccepted: boolean): void {
  if (!read || read.body instanceof ApiError) return
  for (const [name, value] of Object.entries(handlingHeaders(read.body, isAccepted))) {
    const before = reply.getHeader(name)
    reply.header(name, before === undefined ? value : `${before}, ${value}`)
  }
}

// Operators have the guides of their own port only.
function helpOf({ url }: FastifyRequest, error: Pick<ApiError, 'status' | 'code'>) {
  return url.startsWith('/api/') ? helpLink(error) : {}
}

// Stored responses have no Link: those of a release that did not send it are replayed too.
function storedError(status: number, body: string | null): Pick<ApiError, 'status' | 'code'> {
  return { status, code: JSON.parse(body!).code }
}

// The gateway has checked keys and scopes. This check stops a recruiter's caller token on the other planes.
function mayCall({ endpoint }: Pick<Route, 'endpoint'>, caller: Caller): boolean {
  if (endpoint.plane === 'internal') return caller.kind === 'service'
  if (endpoint.plane === 'admin') return caller.kind === 'admin'
  return (endpoint.keys as readonly string[] | undefined)?.includes(caller.kind) ?? false
}

function sendError(
  deps: Pick<Deps, 'log'>,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
  problemNotFound = false,
): FastifyReply {
  const error: ApiError = toApiError(thrown)
  if (error.status >= 500) {
    request.isEffectUnknown = error !== thrown
    deps.log.error({ err: thrown, requestId: request.id, route: request.routeOptions.url }, 'request failed')
  }
  const problem = wantsProblem(request.headers.accept) || (problemNotFound && error.code === 'not_found')
  const type = problem ? PROBLEM_TYPE : responseType(request.headers.accept)
  return reply
    .code(error.status)
    .headers({ ...error.headers, ...helpOf(request, error) })
    .type(withCharset(type))
    .send(JSON.stringify(errorBody(error, problem)))
}
