import type { Area } from '../../http/page.ts'
import { userPages } from './change.ts'
import { invitePages } from './invite.ts'
import { listPage } from './list.ts'
import { texts } from './texts.ts'

/** The people of the employer: invite, change, remove. */
export const users: Area = {
  places: [{ href: '/users', label: texts.place, icon: 'users', roles: ['EmployerAdmin'] }],
  pages: [listPage, ...invitePages, ...userPages],
}
