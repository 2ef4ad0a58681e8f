import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint, ResponseBody } from '@jobboard/contracts/endpoint'
import { linkButton, pageHead } from '@jobboard/html/blocks'
import { type CopyableCall, callDrawer } from '@jobboard/html/copy'
import { errorSummary, titleOf } from '@jobboard/html/field'
import { type Child, type Html, html } from '@jobboard/html/html'
import type { IconName } from '@jobboard/html/icon'
import type { FastifyRequest } from 'fastify'
import type { PortalDeps } from '../env.ts'
import type { AskInput, AskOptions } from '../peers/ask.ts'
import type { Person, Role } from '../person/person.ts'
import type { CookieName } from '../session/cookies.ts'
import { type Preferences, showsCalls } from '../session/session.ts'
import type { FormData, Refused } from './form.ts'
import type { formBytes } from './port.ts'

export interface Page {
  /** `GET` shows and changes nothing; `POST` is a form of this portal. */
  method: 'GET' | 'POST'
  /** As Fastify writes it: `/jobs/:jobId`. */
  path: string
  /** Who may open it; others get 403. */
  roles: readonly Role[]
  /** How long the form may be; `short` by default. */
  size?: keyof typeof formBytes
  handle(visit: Visit): Promise<Outcome>
}

/** A page that shows something. */
export function get(path: string, roles: readonly Role[], handle: Page['handle']): Page {
  return { method: 'GET', path, roles, handle }
}

export interface Place {
  href: string
  label: string
  icon: IconName
  roles: readonly Role[]
}

export interface Area {
  places: Place[]
  pages: Page[]
}

export type Outcome = View | Redirect | Stream | Download | Fragment

/** Cookies that a response sets; null deletes one. */
type Cookies = Partial<Record<Exclude<CookieName, 'notice'>, string | null>>

export interface View {
  kind: 'view'
  title: string
  body: Html
  /** 200 by default; 422 for a form with errors. */
  status?: number
  scripts?: string[]
  wide?: boolean
  cookies?: Cookies
}

/** Another page, after an action; `notice` is shown there. */
export interface Redirect {
  kind: 'redirect'
  to: string
  notice?: { tone: 'success' | 'info' | 'warning' | 'danger'; text: string }
  cookies?: Cookies
  /** The browser deletes what it has stored of this portal. */
  clearsSite?: boolean
}

/** A stream of server-sent events, for as long as the session lasts and the person keeps the role. */
export interface Stream {
  kind: 'stream'
  /** The events since the last call, as text; '' for none. Called again and again, each time for the person as they are
   * then. While it throws unavailable, the stream stays open. */
  next(visit: Visit): Promise<string>
}

/** A file, for as long as the session lasts and the person keeps the role. */
export interface Download {
  kind: 'download'
  /** Of the file: ASCII without quotes. */
  name: string
  /** Its parts. `again` is called before each call of a service, and gives the visit to make it with. */
  lines(again: () => Promise<Visit>): AsyncGenerator<string>
}

/** A part of a page, without the layout, that a script puts in place. */
export interface Fragment {
  kind: 'fragment'
  body: Html
  status?: number
}

/** `to` is a path of this portal. */
export function redirect(
  to: string,
  text?: string,
  tone: NonNullable<Redirect['notice']>['tone'] = 'success',
): Redirect {
  return { kind: 'redirect', to, notice: text === undefined ? undefined : { tone, text } }
}

export function fragment(body: Html, status?: number): Fragment {
  return { kind: 'fragment', body, status }
}

export interface Visit {
  person: Person
  sessionId: number
  deps: PortalDeps
  request: FastifyRequest
  params: Record<string, string>
  query: Record<string, string | undefined>
  form: FormData
  /** The id of the operation that the form was rendered for: sent on as `Idempotency-Key`, so that a form that is sent twice
   * acts once. */
  operation: string
  csrf: string
  preferences: Preferences
  /** Time zone of the reader (IANA): that of the browser, or else of the employer. */
  zone: string
  /** Business time: what the services compare with. */
  now: Date
  /** Calls an endpoint as this person. What its path needs and `input` leaves out comes from the path of the page. Throws
   * the ApiError of a 4xx, insufficient_scope when the role may not call it, and unavailable. */
  ask<E extends Endpoint>(endpoint: E, input?: AskInput<E>, options?: AskOptions): Promise<ResponseBody<E>>
  /** The same with the headers of the response. */
  asked<E extends Endpoint>(
    endpoint: E,
    input?: AskInput<E>,
    options?: AskOptions,
  ): Promise<{ body: ResponseBody<E>; headers: IncomingHttpHeaders }>
  /** The result of a part of the page; undefined when its service cannot be reached, and the page says so. */
  part<T>(service: string, read: () => Promise<T>): Promise<T | undefined>
  /** The calls that were made, to copy. */
  calls: CopyableCall[]
  /** Services that could not be reached. */
  missing: Set<string>
  /** The form that a command has refused: the page is shown again with it. */
  refused?: Refused
}

/** A page: its head, with the calls that `visit.ask` has made and those of its forms for who wants to see them, what is wrong
 * with the form that was refused, and its panels. */
export function screen(
  visit: Visit,
  {
    title,
    heading = title,
    lead,
    actions,
    back,
    tabs,
    body,
    refused = visit.refused,
    ...more
  }: {
    /** Of the window. */
    title: string
    /** Of the page, where it is more than the title. */
    heading?: Child
    lead?: Child
    actions?: Child
    /** The page above this one. */
    back?: { href: string; label: string }
    tabs?: Child
    body: Child
    /** By default the form of a command; `filters` have one of their own. */
    refused?: Refused | undefined
  } & Pick<View, 'status' | 'scripts' | 'wide' | 'cookies'>,
): View {
  const drawer = showsCalls(visit) && callDrawer(visit.calls)
  const up = back && linkButton({ ...back, icon: 'previous' })
  return {
    kind: 'view',
    status: refused ? 422 : 200,
    ...more,
    title: refused ? titleOf(title, refused) : title,
    body: html`<div class="vstack gap-4">
      ${pageHead({ title: heading, lead, actions: up || actions || drawer ? [up, actions, drawer] : null })}
      ${tabs} ${refused && errorSummary(refused, refused.labels)} ${body}
    </div>`,
  }
}
