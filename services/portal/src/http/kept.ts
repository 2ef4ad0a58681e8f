import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Sql } from '@jobboard/db/sql'
import { notice, pageHead } from '@jobboard/html/blocks'
import { field } from '@jobboard/html/field'
import { form } from '@jobboard/html/form'
import { type Html, html } from '@jobboard/html/html'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PortalDeps, PortalEnv } from '../env.ts'
import type { PersonId } from '../person/person.ts'
import { readCookie, writeCookie } from '../session/cookies.ts'
import { keyedHash, newToken } from '../session/session.ts'
import { CSRF_FIELD, isOwnOrigin, ownerOf } from './csrf.ts'
import { type FormData, list } from './form.ts'
import { networkOf, type Pace } from './pace.ts'
import type { Page, View, Visit } from './page.ts'
import { MISSING } from './send.ts'
import { newOperation } from './visit.ts'

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
  return {
    kind: 'view',
    title: MISSING,
    status: 503,
    body: html`<div class="vstack gap-4">
      ${pageHead({ title: MISSING })}
      ${notice({ tone: 'warning', body: `${sentence} It may have been done already, or not. Send it again in a minute: what you typed is kept, and it is done only once.` })}
      ${sendAgain({ action: request.url, fields }, csrf, operation)}
    </div>`,
  }
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

interface KeptForm {
  action: string
  fields: FormData
}

/** For as long as the cookie `kept`. */
const KEPT_MS = 30 * 60_000
/** Forms in which nobody types. */
const NOTHING_TYPED = new Set(['/sign-out', '/preferences/theme'])
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Keeps what a person had typed on a page, in place of what was kept before. Returns the value of the cookie that opens it;
 * undefined for a form that is not of a person. */
export async function keepForm(
  { env, db, now }: Pick<PortalDeps, 'env' | 'db' | 'now'>,
  { url, headers }: FastifyRequest,
  page: string,
  { [CSRF_FIELD]: token, ...fields }: FormData,
): Promise<string | undefined> {
  // A script reads the response to its own form, and loads the page again.
  const isNavigation = (headers['sec-fetch-dest'] ?? 'document') === 'document'
  const owner = ownerOf(env, token)
  if (!owner || !isNavigation || NOTHING_TYPED.has(url)) return undefined
  const key = newToken()
  const sealed = seal(env, key, { action: url, fields } satisfies KeptForm)
  await db.sql`
    insert into kept_form (person_kind, person_id, sealed, ends_at)
    values (${owner.kind}, ${owner.id}, ${sealed}, ${new Date(now().getTime() + KEPT_MS)})
    on conflict (person_kind, person_id) do update set sealed = excluded.sealed, ends_at = excluded.ends_at`
  return `${key}.${markOf(page)}`
}

/** What this browser has kept for this person: of any page, or only of the page that is shown. */
async function findKeptForm(
  { env, db, now }: Pick<PortalDeps, 'env' | 'db' | 'now'>,
  request: FastifyRequest,
  { kind, id }: PersonId,
  page?: string,
): Promise<KeptForm | undefined> {
  const [key, mark] = readCookie(env, request, 'kept')?.split('.') ?? []
  if (!key || (page !== undefined && mark !== markOf(page))) return undefined
  const [row] = await db.sql<{ sealed: Buffer }>`
    select sealed from kept_form where person_kind = ${kind} and person_id = ${id} and ends_at > ${now()}`
  return row && open(env, key, row.sealed)
}

async function deleteKeptForm(sql: Sql, { kind, id }: PersonId): Promise<void> {
  await sql`delete from kept_form where person_kind = ${kind} and person_id = ${id}`
}

export async function deleteEndedKeptForms(sql: Sql, now: Date): Promise<void> {
  await sql`delete from kept_form where ends_at < ${now}`
}

function markOf(page: string): string {
  return createHash('sha256').update(page.split('?')[0]!).digest('base64url').slice(0, 8)
}

function seal(env: Pick<PortalEnv, 'CALLER_SECRET'>, key: string, kept: KeptForm): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyedHash(env, 'kept form', key), iv)
  const bytes = Buffer.concat([cipher.update(JSON.stringify(kept)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), bytes])
}

/** Undefined when another browser has sealed it. */
function open(env: Pick<PortalEnv, 'CALLER_SECRET'>, key: string, sealed: Buffer): KeptForm | undefined {
  const [iv, tag] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
  const decipher = createDecipheriv(CIPHER, keyedHash(env, 'kept form', key), iv).setAuthTag(tag)
  try {
    const bytes = [decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]
    return JSON.parse(Buffer.concat(bytes).toString()) as KeptForm
  } catch {
    return undefined
  }
}

type FormNode = { type: unknown; props: Record<string, unknown> }

/** What a form sends of itself, and the tick that says a person is sure. */
const OWN = new Set(['csrf', 'operation', 'confirmed'])

/** Puts fields into the form of a page that posts to `action`. False, and nothing changed, when the page has no such form,
 * several of them, or one that lacks a field. */
function refill(page: Html, action: string, fields: FormData): boolean {
  const forms = nodesOf(page, ({ type, props }) => {
    return type === 'form' && props.method === 'post' && pathOf(props.action) === pathOf(action)
  })
  const [form] = forms
  if (!form || forms.length > 1) return false
  const controls = nodesOf(form, ({ type }) => CONTROLS.has(String(type)))
  const names = new Set(controls.map(({ props }) => String(props.name)))
  const typed = Object.entries(fields).filter(([name, value]) => !OWN.has(name) && value !== '')
  if (typed.some(([name]) => !names.has(name))) return false
  for (const control of controls) {
    const name = String(control.props.name)
    if (name && !OWN.has(name)) fill(control, [fields[name] ?? []].flat())
  }
  return true
}

const CONTROLS = new Set(['input', 'select', 'textarea', 'button'])

function fill({ type, props }: FormNode, values: readonly string[]): void {
  const [value = ''] = values
  if (type === 'textarea') props.children = `\n${value}`
  else if (type === 'select') {
    for (const { props: option } of nodesOf({ type, props }, (node) => node.type === 'option')) {
      option.selected = option.value === value
    }
  } else if (type === 'input') {
    if (props.type === 'checkbox' || props.type === 'radio')
      props.checked = values.includes(String(props.value))
    else props.value = value
  }
}

/** Nodes within a node, itself included, in the order of the page. What a `template` holds is not on the page. */
function nodesOf(node: unknown, isOne: (node: FormNode) => boolean): FormNode[] {
  if (Array.isArray(node)) return node.flatMap((child) => nodesOf(child, isOne))
  if (node === null || typeof node !== 'object' || !('props' in node)) return []
  const element = node as FormNode
  if (element.type === 'template') return []
  return [...(isOne(element) ? [element] : []), ...nodesOf(element.props.children, isOne)]
}

function pathOf(action: unknown): string {
  return String(action).split('#')[0]!.split('?')[0]!
}
