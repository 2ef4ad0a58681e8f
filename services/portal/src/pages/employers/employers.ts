import type { Area } from '../../http/page.ts'
import { staffRoles } from '../../person/person.ts'
import { editPages } from './edit.ts'
import { creditPages } from './grant.ts'
import { listPage } from './list.ts'
import { showPages } from './show.ts'
import { texts } from './texts.ts'

/** Employers, for staff. */
export const employers: Area = {
  places: [{ href: '/staff/employers', label: texts.place, icon: 'employer', roles: staffRoles }],
  pages: [listPage, ...editPages, ...showPages, ...creditPages],
}
