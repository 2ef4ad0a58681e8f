import type { FastifyReply, FastifyRequest } from 'fastify'
import { notice } from '../html/blocks.ts'
import { html } from '../html/html.ts'
import { refill } from '../html/refill.ts'
import type { PortalDeps } from '../portal-deps.ts'
import { readCookie, writeCookie } from '../session/cookies.ts'
import { networkOf } from '../sign-in/limit.ts'
import { isOwnOrigin } from './csrf.ts'
import { deleteKeptForm, findKeptForm } from './kept-form.ts'
import type { View } from './outcome.ts'
import type { Pace } from './pace.ts'
import type { Page } from './page.ts'
import { texts } from './texts.ts'
import { sendAgain } from './unfinished.ts'
import { newOperation, type Visit } from './visit.ts'

/** A form of a session that has ended is read, so that what was typed is not lost. */
export function mayBeKept({ env }: PortalDeps, pace: Pace, page: Page, request: FastifyRequest): boolean {
  if (page.method === 'GET' || !isOwnOrigin(request, env.PORTAL_BASE_URL)) return false
  const isKnown = readCookie(env, request, 'session') ?? readCookie(env, request, 'binding')
  return isKnown !== undefined && pace.admits(networkOf(request.ip))
}

/** The page with what this person had typed here when the session had ended. */
export async function withKept(visit: Visit, page: View): Promise<View> {
  const { deps, request, person, csrf } = visit
  const kept = request.method === 'GET' && (await findKeptForm(deps, request, person, request.url))
  if (!kept) return page
  const isRefilled = refill(page.body, kept.action, kept.fields)
  const body = isRefilled
    ? notice({ tone: 'warning', body: texts.kept })
    : notice({
        tone: 'warning',
        body: html`<div>${texts.keptApart} ${sendAgain(kept, csrf, newOperation())}</div>`,
      })
  return { ...page, body: html`<div class="vstack gap-4">${body} ${page.body}</div>` }
}

/** It is sent now. */
export async function forgetKept({ deps, request, person }: Visit, reply: FastifyReply): Promise<void> {
  const kept = await findKeptForm(deps, request, person)
  if (kept?.action !== request.url) return
  await deleteKeptForm(deps.db.sql, person)
  writeCookie(deps.env, reply, 'kept', null)
}
