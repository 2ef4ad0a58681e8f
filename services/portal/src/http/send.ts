import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Html, html, render } from '@jobboard/html/html'
import { accepts } from '@jobboard/html/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PortalDeps } from '../env.ts'
import { hasSignedUp, isInSandbox } from '../person/person.ts'
import { type CookieName, readCookie, writeCookie } from '../session/cookies.ts'
import { layout } from './layout.ts'
import type { Download, Outcome, Place, Redirect, Stream, View, Visit } from './page.ts'

export const MISSING = 'A part of the system cannot be reached'
const MAX_NOTICE = 500
/** A shorter page fits into the first packet. */
const MIN_COMPRESSED_BYTES = 1_024
const compress = promisify(gzip)

/** Sends what a page responds with; without a visit it is one of the sign-in. Done when the response is handed over, not when the browser has read it. */
export async function send(
  deps: PortalDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Exclude<Outcome, Stream | Download>,
  visit?: Pick<Visit, 'person' | 'sessionId' | 'csrf' | 'zone' | 'preferences' | 'missing'>,
  places: readonly Place[] = [],
): Promise<void> {
  for (const [name, value] of Object.entries('cookies' in outcome ? (outcome.cookies ?? {}) : {})) {
    writeCookie(deps.env, reply, name as CookieName, value)
  }
  if (outcome.kind === 'redirect') return sendRedirect(deps, reply, outcome)
  if (outcome.kind === 'fragment') {
    return sendHtml(request, reply, outcome.status ?? 200, render(html`<div>${outcome.body}</div>`))
  }
  const { title, body, scripts, wide } = outcome
  const theme = readCookie(deps.env, request, 'theme')
  const notice = readNotice(readCookie(deps.env, request, 'notice'))
  if (notice) writeCookie(deps.env, reply, 'notice', null)
  const page = layout({
    title,
    body,
    scripts,
    wide,
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    notice,
    ...(visit && {
      session: String(visit.sessionId),
      person: {
        name: visit.person.name,
        role: visit.person.role,
        ...(visit.person.kind === 'user' && {
          employer: visit.person.employerName,
          inSandbox: isInSandbox(visit.person),
          canLeave: !hasSignedUp(visit.person),
        }),
      },
    }),
    csrf: visit?.csrf ?? '',
    zone: visit?.zone ?? 'UTC',
    isCompact: visit?.preferences.isCompact ?? false,
    missing: [...(visit?.missing ?? [])],
    navigation: visit ? navigation(places, visit, request.url) : [],
  })
  return sendHtml(request, reply, outcome.status ?? 200, render(page))
}

/** What a form gets that is not of this browser, and who sends more than a person does. */
export const foreignForm = () =>
  problem(
    403,
    'This form is out of date',
    'Nothing was done. Open the page again and send the form once more.',
  )
export const tooMany = () =>
  problem(
    429,
    'Too many requests',
    'You have sent more requests than a person does. Wait a minute and try again.',
  )

export function problem(status: number, title: string, sentence: string): View {
  return { kind: 'view', title, status, body: html`<div><h1>${title}</h1><p>${sentence}</p></div>` as Html }
}

function navigation(places: readonly Place[], { person }: Pick<Visit, 'person'>, url: string) {
  const path = url.split('?')[0]!
  const own = places.filter(({ roles }) => roles.includes(person.role))
  // The longest place that the path begins with.
  const current = own
    .filter(({ href }) => path === href || (href !== '/' && path.startsWith(`${href}/`)))
    .sort((a, b) => b.href.length - a.href.length)[0]
  return own.map(({ href, label, icon }) => ({ href, label, icon, current: href === current?.href }))
}

function sendRedirect(deps: PortalDeps, reply: FastifyReply, { to, notice, clearsSite }: Redirect): void {
  if (notice) {
    const value = JSON.stringify({ ...notice, text: notice.text.slice(0, MAX_NOTICE) })
    writeCookie(deps.env, reply, 'notice', Buffer.from(value).toString('base64url'))
  }
  // Not the cookies: those of other portals on this host too.
  if (clearsSite) reply.header('clear-site-data', '"cache", "storage"')
  void reply.redirect(to, 303)
}

/** Compressed off the event loop. What is secret in a page, the token of its forms, is masked afresh in each response. */
async function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  text: string,
): Promise<void> {
  const page = Buffer.from(text)
  const isCompressed =
    page.length > MIN_COMPRESSED_BYTES && accepts(request.headers['accept-encoding'], 'gzip')
  const body = isCompressed ? await compress(page) : page
  if (isCompressed) reply.header('content-encoding', 'gzip')
  void reply.code(status).type('text/html; charset=utf-8').header('vary', 'accept-encoding').send(body)
}

function readNotice(cookie: string | undefined): Redirect['notice'] {
  if (!cookie) return undefined
  try {
    const { tone, text } = JSON.parse(Buffer.from(cookie, 'base64url').toString()) as NonNullable<
      Redirect['notice']
    >
    const isKnown = ['success', 'info', 'warning', 'danger'].includes(tone)
    return isKnown && typeof text === 'string' ? { tone, text: text.slice(0, MAX_NOTICE) } : undefined
  } catch {
    return undefined
  }
}
