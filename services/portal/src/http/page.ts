import type { Html } from '@jobboard/html/html'
import type { IconName } from '@jobboard/html/icon'
import type { Role } from '../person/person.ts'
import type { CookieName } from '../session/cookies.ts'
import type { formBytes } from './port.ts'
import type { Visit } from './visit.ts'

/** One page or action of the portal. */
export interface Page {
  /** `GET` shows and changes nothing; `POST` is a form of this portal. */
  method: 'GET' | 'POST'
  /** As Fastify writes it: `/jobs/:jobId`. */
  path: string
  /** Who may open it; others get 403. */
  roles: readonly Role[]
  /** How long the form may be; `short` by default. */
  form?: keyof typeof formBytes
  handle(visit: Visit): Promise<Outcome>
}

/** A place in the navigation. */
export interface Place {
  href: string
  label: string
  icon: IconName
  roles: readonly Role[]
}

/** The pages of one subject, and their place in the navigation. */
export interface Area {
  places: Place[]
  pages: Page[]
}

/** What a page responds with. */
export type Outcome = View | Redirect | Stream | Download | Fragment

/** Cookies that a response sets; null deletes one. */
type Cookies = Partial<Record<Exclude<CookieName, 'notice'>, string | null>>

/** A page in the layout of the portal. */
export interface View {
  kind: 'view'
  title: string
  body: Html
  /** 200 by default; 422 for a form with errors. */
  status?: number
  /** Names of assets that the page needs beside `portal.js`. */
  scripts?: string[]
  /** The content takes the whole width: boards. */
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

export function view(page: Omit<View, 'kind'>): View {
  return { kind: 'view', ...page }
}

/** `to` is a path of this portal. */
export function redirect(
  to: string,
  text?: string,
  tone: NonNullable<Redirect['notice']>['tone'] = 'success',
): Redirect {
  return { kind: 'redirect', to, ...(text !== undefined && { notice: { tone, text } }) }
}

export function fragment(body: Html, status?: number): Fragment {
  return { kind: 'fragment', body, ...(status !== undefined && { status }) }
}
