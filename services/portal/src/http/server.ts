import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import { ApiError } from '@jobboard/contracts/error'
import { addStatic } from '@jobboard/html/static'
import { toApiError } from '@jobboard/service/http/error-response'
import { serverTimeouts } from '@jobboard/service/lifecycle/env'
import type { RequestDurations } from '@jobboard/service/metrics/registry'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { isSecure, type PortalDeps, trustedProxies } from '../env.ts'
import type { PersonId, User } from '../person/person.ts'
import { type FoundSession, identify, readSession } from '../session/identify.ts'
import { CSRF_FIELD, csrfToken, isOwnOrigin, isOwnToken, ownerTag } from './csrf.ts'
import { type FormData, pageBefore } from './form.ts'
import { type GuestPage, refuseGuest, serveGuest } from './guest.ts'
import { forgetKept, keepForm, mayBeKept, unfinished, withKept } from './kept.ts'
import { openPace, openTurns, type Pace, type Taker, type Turns } from './pace.ts'
import { type Area, type Page, type Redirect, redirect, type View, type Visit } from './page.ts'
import { addConnectionLimit, addForms, addSecurityHeaders, formBytes } from './port.ts'
import { foreignForm, MISSING, problem, send, tooMany } from './send.ts'
import { type Downloads, openDownloads, openStreams, type Streams } from './streams.ts'
import { openVisit } from './visit.ts'

/** Of an unread body: more is not waited for, and its connection closes. */
const SHORT_BODY_BYTES = 65_536
interface Serving {
  deps: PortalDeps
  places: readonly Area['places'][number][]
  pace: Pace
  turns: Turns
  streams: Streams
  downloads: Downloads
  /** The sessions of the requests that were admitted by their headers. */
  sessions: WeakMap<FastifyRequest, FoundSession>
}

const ONE_EXPORT =
  'You, or several of your colleagues, are exporting a list already. Wait until that file is complete, then export this one.'

type Step<Result> = (request: FastifyRequest, reply: FastifyReply) => Promise<Result>

/** The port for persons, not listening yet: every page of the areas for those who are signed in, and the pages
 * of the sign-in. */
export async function buildPages(
  deps: PortalDeps,
  areas: readonly Area[],
  guestPages: readonly GuestPage[],
  durations: RequestDurations,
): Promise<FastifyInstance> {
  const { env } = deps
  const app = Fastify({
    ...serverTimeouts({
      headersTimeoutMs: env.HEADERS_TIMEOUT_MS,
      requestTimeoutMs: env.REQUEST_TIMEOUT_MS,
      silenceTimeoutMs: env.SILENCE_TIMEOUT_MS,
    }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 2_000 },
    exposeHeadRoutes: true,
    trustProxy: trustedProxies(env),
  })
  const places = areas.flatMap((area) => area.places)
  const serving: Serving = {
    deps,
    places,
    pace: openPace(),
    turns: openTurns(),
    streams: openStreams(),
    downloads: openDownloads(deps.log),
    sessions: new WeakMap(),
  }
  addConnectionLimit(app, deps)
  await app.register(cookie)
  addForms(app, serving.sessions)
  addSecurityHeaders(app, isSecure(env.PORTAL_BASE_URL))
  addStatic(app)
  app.setErrorHandler(async (error, request, reply) => {
    await sendUnread(deps, request, reply, problemOf(deps, request, error))
    return reply
  })
  app.setNotFoundHandler(async (request, reply) => {
    const next = 'Look at the address, or go back to the start page.'
    await send(deps, request, reply, problem(404, 'There is no such page', next))
    return reply
  })
  // A server that closes waits for its responses, and these have no end of their own.
  app.addHook('preClose', async () => serving.streams.endAll())
  const add = (page: Page | GuestPage, enter: Step<boolean>, handle: Step<void>) => {
    const observe = durations.of({ endpoint: page.path, method: page.method })
    app.route({
      method: page.method,
      url: page.path,
      bodyLimit: formBytes[('size' in page && page.size) || 'short'],
      onRequest: async (request, reply) => {
        const startedAtMs = performance.now()
        const { raw } = reply
        raw.once('close', () => {
          // A stream is open for as long as its page, and a file as long as the browser takes.
          if (/^text\/(event-stream|csv)/.test(String(raw.getHeader('content-type')))) return
          observe(raw.headersSent ? raw.statusCode : 0, performance.now() - startedAtMs)
        })
        return (await enter(request, reply)) ? undefined : reply
      },
      // The reply is awaited by the server alone, until the browser has read it.
      handler: async (request, reply) => {
        await handle(request, reply)
        return reply
      },
    })
  }
  for (const page of areas.flatMap((area) => area.pages)) {
    add(
      page,
      (request, reply) => enter(serving, page, request, reply),
      (request, reply) => serve(serving, page, request, reply),
    )
  }
  for (const page of guestPages) {
    add(
      page,
      async (request, reply) => {
        const refused = refuseGuest(deps, serving.pace, page, request)
        if (refused) await sendUnread(deps, request, reply, refused)
        return !refused
      },
      (request, reply) => serveGuest(deps, page, request, reply),
    )
  }
  return app
}

/** Decides by the headers alone whether a request is served, and so whether its body is read. When it is not, it has
 * its response. */
async function enter(
  { deps, pace, sessions }: Serving,
  page: Page,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const session = await readSession(deps, request)
  if (!session) {
    if (mayBeKept(deps, pace, page, request)) return true
    await sendToSignIn(deps, page, request, reply)
    return false
  }
  if (!pace.admits(session.id)) {
    reply.header('retry-after', '60')
    await sendUnread(deps, request, reply, tooMany())
    return false
  }
  if (page.method === 'POST' && !isOwnOrigin(request, deps.env.PORTAL_BASE_URL)) {
    await sendUnread(deps, request, reply, foreignForm())
    return false
  }
  sessions.set(request, session)
  return true
}

/** Serves an admitted request when it is its turn. */
async function serve(
  serving: Serving,
  page: Page,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { deps, turns, sessions } = serving
  const session = sessions.get(request)
  if (!session) {
    const before = pageBefore(request, deps.env.PORTAL_BASE_URL)
    const kept = await keepForm(deps, request, before, (request.body ?? {}) as FormData)
    return sendToSignIn(deps, page, request, reply, kept)
  }
  const leaving = new AbortController()
  reply.raw.once('close', () => leaving.abort())
  const turn = await turns.take(takerOf(session.person), leaving.signal)
  if (typeof turn === 'string') {
    reply.header('retry-after', '5')
    const refused =
      turn === 'full'
        ? problem(
            429,
            'Too many pages at once',
            'You are loading more pages at the same time than can be served. Wait a few seconds and load this one again.',
          )
        : problem(
            503,
            'This takes too long at the moment',
            'Your other pages, or those of your colleagues, are still being served. Load this one again in a few seconds.',
          )
    return send(deps, request, reply, refused)
  }
  try {
    await servePerson(serving, session, page, request, reply)
  } finally {
    turn()
  }
}

async function servePerson(
  { deps, places, streams, downloads }: Serving,
  session: FoundSession,
  page: Page,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const [identity, now] = await Promise.all([identify(deps, session, request.id), deps.businessNow()])
  if (!identity) return sendToSignIn(deps, page, request, reply)
  const { person, token, isCurrent } = identity
  const missing = new Set(isCurrent ? [] : ['accounts'])
  const visit = openVisit(deps, request, {
    person,
    sessionId: session.id,
    csrf: csrfToken(token, ownerTag(deps.env, person)),
    preferences: session.preferences,
    missing,
    now,
  })
  const respond = (outcome: Parameters<typeof send>[3]) => send(deps, request, reply, outcome, visit, places)
  if (!page.roles.includes(person.role)) {
    const said = `Your role is ${person.role}. Ask an admin of your employer if you need it.`
    return respond(problem(403, 'This page is not for your role', said))
  }
  if (page.method === 'POST' && !isOwnToken(token, visit.form[CSRF_FIELD])) {
    return respond(foreignForm())
  }
  if (page.method === 'POST') await forgetKept(visit, reply)
  try {
    const outcome = await page.handle(visit)
    if (outcome.kind === 'view') return await respond(await withKept(visit, outcome))
    if (outcome.kind !== 'stream' && outcome.kind !== 'download') return await respond(outcome)
    if (request.method === 'HEAD') return void reply.send()
    const again = () => visitAgain(deps, request, page, visit)
    if (outcome.kind === 'stream') return streams.send(reply, takerOf(person), outcome, again)
    if (downloads.send(reply, takerOf(person), outcome, visit, again)) return
    reply.header('retry-after', '30')
    return await respond(problem(429, 'Another export is under way', ONE_EXPORT))
  } catch (thrown) {
    const isUnfinished = page.method === 'POST' && toApiError(thrown).code === 'unavailable'
    return respond(isUnfinished ? unfinished(visit, sentenceOf(thrown)) : problemOf(deps, request, thrown))
  }
}

function takerOf({ kind, id, ...rest }: PersonId & Partial<Pick<User, 'employerId'>>): Taker {
  const person = `${kind} ${id}`
  return { person, employer: rest.employerId === undefined ? `of ${person}` : `employer ${rest.employerId}` }
}

/** The person as they are now; undefined when the session has ended or the role is another one. */
async function visitAgain(
  deps: PortalDeps,
  request: FastifyRequest,
  page: Page,
  { person, sessionId, csrf, preferences }: Visit,
): Promise<Visit | undefined> {
  const session = await readSession(deps, request, false)
  if (session?.id !== sessionId) return undefined
  const [identity, now] = await Promise.all([identify(deps, session, request.id), deps.businessNow()])
  if (identity?.person.role !== person.role || !page.roles.includes(person.role)) return undefined
  const seen = { sessionId, csrf, preferences, missing: new Set<string>(), now }
  return openVisit(deps, request, { person: identity.person, ...seen })
}

function sendToSignIn(
  deps: PortalDeps,
  page: Page,
  request: FastifyRequest,
  reply: FastifyReply,
  kept?: string,
): Promise<void> {
  const back = page.method === 'GET' ? request.url : pageBefore(request, deps.env.PORTAL_BASE_URL)
  const to = `/sign-in?next=${encodeURIComponent(back.slice(0, 500))}`
  const ended = 'You are signed out, or your session has ended'
  const said = kept
    ? `${ended}, so nothing was done. Sign in again within 30 minutes: what you typed is kept.`
    : `${ended}. Sign in again; nothing was done.`
  const outcome = {
    ...redirect(to, page.method === 'GET' ? undefined : said, 'warning'),
    cookies: kept ? { kept } : undefined,
  }
  return sendUnread(deps, request, reply, outcome)
}

/** Responds to a request whose body may not have been read. A long one is not waited for. */
function sendUnread(
  deps: PortalDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: View | Redirect,
): Promise<void> {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  const isLong = coding !== undefined || Number(length) > SHORT_BODY_BYTES
  if (isLong && !request.raw.complete) reply.header('connection', 'close')
  return send(deps, request, reply, outcome)
}

/** Which part did not respond; of the portal's own database nothing is said. */
function sentenceOf(thrown: unknown): string {
  return thrown instanceof ApiError ? thrown.message : ''
}

function problemOf(deps: PortalDeps, request: FastifyRequest, thrown: unknown): View {
  const error = toApiError(thrown)
  if (error.code === 'not_found') {
    return problem(
      404,
      'There is no such object here',
      'It may have been deleted, or it belongs to someone else. Go back to the list.',
    )
  }
  if (error.code === 'unavailable') {
    return problem(503, MISSING, `${sentenceOf(thrown)} Nothing is lost. Try again in a minute.`)
  }
  if (error.status < 500) return problem(error.status, 'This was refused', error.message)
  deps.log.error({ err: thrown, requestId: request.id, route: request.routeOptions.url }, 'page failed')
  const next = `Try again. If it happens again, report this request id: ${request.id}`
  return problem(500, 'Something went wrong here', next)
}
