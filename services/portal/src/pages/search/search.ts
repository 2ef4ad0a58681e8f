import type { Area } from '../../http/page.ts'
import { candidatePages } from './candidate.ts'
import { find, roles } from './find.ts'
import { results } from './results.ts'

/** CV search: the query, its results, and candidates. */
export const search: Area = {
  places: [{ href: '/search', label: 'CV search', icon: 'search', roles }],
  pages: [...find, ...results, ...candidatePages],
}
