import type { Area } from '../../http/page.ts'
import { staffRoles } from '../../person/person.ts'
import { keyPages } from './key.ts'
import { listPage } from './list.ts'
import { texts } from './texts.ts'

/** Keys that wait for a review by staff. */
export const review: Area = {
  places: [{ href: '/staff/review', label: texts.place, icon: 'review', roles: staffRoles }],
  pages: [listPage, ...keyPages],
}
