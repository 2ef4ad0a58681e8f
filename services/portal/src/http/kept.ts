import type { FastifyReply, FastifyRequest } from 'fastify'
import { notice, pageHead } from '../html/blocks.ts'
import { field } from '../html/field.ts'
import { form } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { refill } from '../html/refill.ts'
import type { PortalDeps } from '../portal-deps.ts'
import { readCookie, writeCookie } from '../session/cookies.ts'
import { isOwnOrigin } from './csrf.ts'
import { list } from './form.ts'
import { deleteKeptForm, findKeptForm, type KeptForm } from './kept-form.ts'
import { networkOf, type Pace } from './pace.ts'
import { type Page, type View, view } from './page.ts'
import { MISSING } from './send.ts'
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
    ? notice({
        tone: 'warning',
        body: 'Your session had ended before this was sent, so nothing was done. What you typed is in the form again: look at it, then send it.',
      })
    : notice({
        tone: 'warning',
        body: html`<div>Your session had ended before a form of this page was sent, so nothing was done. What you typed is kept: ${sendAgain(kept, csrf, newOperation())}</div>`,
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

/** From here on a value was typed, not chosen. */
const TYPED_LENGTH = 20

/** The response to any form whose service did not answer: nobody knows whether it has acted. It sends the same fields with
 * the same operation again, which acts once, so nothing is typed twice and nothing done twice. */
export function unfinished({ form: fields, csrf, operation, request }: Visit, sentence: string): View {
  return view({
    title: MISSING,
    status: 503,
    body: html`<div class="vstack gap-4">
      ${pageHead({ title: MISSING })}
      ${notice({ tone: 'warning', body: `${sentence} It may have been done already, or not. Send it again in a minute: what you typed is kept, and it is done only once.` })}
      ${sendAgain({ action: request.url, fields }, csrf, operation)}
    </div>`,
  })
}

/** The same fields, to be sent by a button. A text is shown, to be read and copied; another one would be another operation. */
function sendAgain({ action, fields }: KeptForm, csrf: string, operation: string): Html {
  const names = Object.keys(fields).filter((name) => name !== 'csrf' && name !== 'operation')
  const body = names.flatMap((name) =>
    list(fields, name).map((value, index) => {
      if (value.length <= TYPED_LENGTH && !value.includes('\n')) {
        return html`<input type="hidden" name=${name} value=${value} />`
      }
      const id = `typed-${name}-${index}`
      const shown = { type: 'textarea', name, id, label: 'What you typed', isReadOnly: true } as const
      return field({ values: { [name]: value }, errors: {} }, shown)
    }),
  )
  return form({ action, csrf, operation, submit: { label: 'Send again', icon: 'refresh' }, body })
}
