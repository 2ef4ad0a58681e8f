import type { Area } from '../../http/page.ts'
import { staffRoles } from '../../person/person.ts'
import { letterPages } from './letter.ts'
import { listPage } from './list.ts'
import { texts } from './texts.ts'

/** Events that consumers gave up, of every service. */
export const deadLetters: Area = {
  places: [{ href: '/staff/dead-letters', label: texts.place, icon: 'deadLetter', roles: staffRoles }],
  pages: [listPage, ...letterPages],
}
