import type { Area } from '../../http/page.ts'
import { staffRoles } from '../../person/person.ts'
import { erasePages } from './erase.ts'
import { erasurePages } from './erasures.ts'
import { findPages } from './find.ts'
import { keyPages } from './key.ts'
import { showPage } from './show.ts'
import { texts } from './texts.ts'

/** Candidates and their erasure, for staff. */
export const candidates: Area = {
  places: [{ href: '/staff/candidates', label: texts.place, icon: 'candidate', roles: staffRoles }],
  pages: [...findPages, showPage, ...keyPages, ...erasePages, ...erasurePages],
}
