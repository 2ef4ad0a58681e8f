import type { IconName } from '../html/icon.ts'
import type { Role } from '../person/person.ts'
import type { Outcome } from './outcome.ts'
import type { formBytes } from './read-form.ts'
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
