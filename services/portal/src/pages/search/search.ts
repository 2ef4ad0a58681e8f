import type { Area } from '../../http/page.ts'
import { candidate } from './candidate.ts'
import { find } from './find.ts'
import { results } from './results.ts'
import { texts } from './texts.ts'
import { unlocked } from './unlocked.ts'

/** CV search: the query, its results, and candidates. */
export const search: Area = {
  places: [{ href: '/search', label: texts.place, icon: 'search', roles: ['EmployerAdmin', 'Recruiter'] }],
  pages: [...find, ...results, ...unlocked, ...candidate],
}
