import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import { ApiError } from '@jobboard/contracts/error'
import { toApiError } from '@jobboard/service/http/error-response'
import type { RequestDurations } from '@jobboard/service/metrics/request-duration'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteHandlerMethod,
} from 'fastify'
import { isSecure, trustedProxies } from '../env.ts'
import { addStatic } from '../html/static.ts'
import type { PortalDeps } from '../portal-deps.ts'
import { identify } from '../session/identify.ts'
import { type GuestPage, serveGuest } from '../sign-in/guest.ts'
import { CSRF_FIELD, csrfToken, isOwnForm } from './csrf.ts'
import type { FormData } from './form.ts'
import { redirect } from './outcome.ts'
import { openPace } from './pace.ts'
import type { Area, Page } from './page.ts'
import { pageBefore } from './page-before.ts'
import { problem, send } from './send.ts'
import { openStreams, type Streams } from './streams.ts'
import { texts } from './texts.ts'
import { unfinished } from './unfinished.ts'
import { openVisit, type Visit } from './visit.ts'

/** Bytes of a form: a job description of 100 000 characters of 4 bytes, each byte encoded as 3, and what stands beside it. */
const MAX_FORM_BYTES = 2_097_152

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The port for persons, not listening yet: every page of the areas for those who are signed in, and the pages
 * of the sign-in. */
export async function buildPages(
  deps: PortalDeps,
  areas: readonly Area[],
  guestPages: readonly GuestPage[],
  durations: RequestDurations,
): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: MAX_FORM_BYTES,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 2_000 },
    exposeHeadRoutes: true,
    trustProxy: trustedProxies(deps.env),
  })
  const places = areas.flatMap((area) => area.places)
  app.removeAllContentTypeParsers()
  await app.register(cookie)
  await app.register(formbody, { bodyLimit: MAX_FORM_BYTES })
  addSecurityHeaders(app, isSecure(deps.env.PORTAL_BASE_URL))
  addStatic(app)
  app.setErrorHandler((error, request, reply) => sendProblem(deps, request, reply, error))
  app.setNotFoundHandler((request, reply) =>
    send(deps, places, request, reply, problem(404, texts.notFound, texts.notFoundNext)),
  )
  const pace = openPace()
  const streams = openStreams()
  // A server that closes waits for its responses, and these have no end of their own.
  app.addHook('preClose', async () => streams.endAll())
  const add = (page: Page | GuestPage, handler: RouteHandlerMethod) => {
    const observe = durations.of({ endpoint: page.path, method: page.method })
    app.route({
      method: page.method,
      url: page.path,
      onRequest: (_request, { raw }, done) => {
        const startedAtMs = performance.now()
        raw.once('close', () => {
          // A stream is open for as long as its page.
          if (String(raw.getHeader('content-type')).startsWith('text/event-stream')) return
          observe(raw.headersSent ? raw.statusCode : 0, performance.now() - startedAtMs)
        })
        done()
      },
      handler,
    })
  }
  for (const page of areas.flatMap((area) => area.pages)) {
    add(page, (request, reply) => serve(deps, places, pace, streams, page, request, reply))
  }
  for (const page of guestPages) add(page, (request, reply) => serveGuest(deps, page, request, reply))
  return app
}

async function serve(
  deps: PortalDeps,
  places: readonly Area['places'][number][],
  pace: ReturnType<typeof openPace>,
  streams: Streams,
  page: Page,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [identity, now] = await Promise.all([identify(deps, request), deps.businessNow()])
  if (!identity) {
    const back = page.method === 'GET' ? request.url : pageBefore(request, deps.env.PORTAL_BASE_URL)
    const to = `/sign-in?next=${encodeURIComponent(back.slice(0, 500))}`
    return send(
      deps,
      [],
      request,
      reply,
      redirect(to, page.method === 'POST' ? texts.signedOut : undefined, 'warning'),
    )
  }
  const { person, sessionId, token, isCurrent } = identity
  const missing = new Set(isCurrent ? [] : ['accounts'])
  const visit = openVisit(deps, request, { person, sessionId, csrf: csrfToken(token), missing, now })
  const respond = (outcome: Parameters<typeof send>[4]) => send(deps, places, request, reply, outcome, visit)
  if (!pace.admits(sessionId)) return respond(problem(429, texts.tooMany, texts.tooManyNext))
  if (!page.roles.includes(person.role)) {
    return respond(problem(403, texts.forbidden, texts.forbiddenNext(person.role)))
  }
  if (page.method === 'POST') {
    const sent = (request.body as FormData | undefined)?.[CSRF_FIELD]
    if (!isOwnForm(request, deps.env.PORTAL_BASE_URL, token, typeof sent === 'string' ? sent : undefined)) {
      return respond(problem(403, texts.foreignForm, texts.foreignFormNext))
    }
  }
  try {
    const outcome = await page.handle(visit)
    if (outcome.kind !== 'stream') return await respond(outcome)
    if (request.method === 'HEAD') return reply.send()
    if (!streams.admits(sessionId))
      return respond(problem(429, texts.tooManyStreams, texts.tooManyStreamsNext))
    return streams.send(reply, sessionId, outcome, () => visitAgain(deps, request, page, visit))
  } catch (thrown) {
    const isUnfinished = page.method === 'POST' && toApiError(thrown).code === 'unavailable'
    return respond(isUnfinished ? unfinished(visit, sentenceOf(thrown)) : problemOf(deps, request, thrown))
  }
}

/** The person as they are now; undefined when the session has ended or the role is another one. */
async function visitAgain(
  deps: PortalDeps,
  request: FastifyRequest,
  page: Page,
  { person, sessionId, csrf }: Visit,
): Promise<Visit | undefined> {
  const [identity, now] = await Promise.all([identify(deps, request, false), deps.businessNow()])
  if (!identity || identity.sessionId !== sessionId) return undefined
  if (identity.person.role !== person.role || !page.roles.includes(person.role)) return undefined
  return openVisit(deps, request, { person: identity.person, sessionId, csrf, missing: new Set(), now })
}

function sendProblem(deps: PortalDeps, request: FastifyRequest, reply: FastifyReply, thrown: unknown) {
  return send(deps, [], request, reply, problemOf(deps, request, thrown))
}

/** Which part did not respond; of the portal's own database nothing is said. */
function sentenceOf(thrown: unknown): string {
  return thrown instanceof ApiError ? thrown.message : ''
}

/** The page of what a handler has thrown. */
function problemOf(deps: PortalDeps, request: FastifyRequest, thrown: unknown) {
  const error = toApiError(thrown)
  if (error.code === 'not_found') return problem(404, texts.noObject, texts.noObjectNext)
  if (error.code === 'unavailable') {
    return problem(503, texts.missing, `${sentenceOf(thrown)} ${texts.missingNext}`)
  }
  if (error.status < 500) return problem(error.status, texts.refused, error.message)
  deps.log.error({ err: thrown, requestId: request.id, route: request.routeOptions.url }, 'page failed')
  return problem(500, texts.failed, texts.failedNext(request.id))
}

function addSecurityHeaders(app: FastifyInstance, secure: boolean): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      // `no-referrer` would turn the Origin of our own forms into `null`.
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      ...(secure && { 'strict-transport-security': 'max-age=31536000' }),
    })
  })
}
