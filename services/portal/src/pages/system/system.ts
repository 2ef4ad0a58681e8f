import type { Area } from '../../http/page.ts'
import { staffRoles } from '../../person/person.ts'
import { progressPages } from './progress.ts'
import { repairPages } from './repair.ts'
import { searchPages } from './search.ts'
import { servicePages } from './services.ts'
import { streamPages } from './streams.ts'

/** What runs, whether events flow, and what repairs copies. */
export const system: Area = {
  places: [{ href: '/staff/system', label: 'System', icon: 'system', roles: staffRoles }],
  pages: [...servicePages, ...streamPages, ...searchPages, ...repairPages, ...progressPages],
}
