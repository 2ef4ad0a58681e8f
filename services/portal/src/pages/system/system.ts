import type { Area } from '../../http/page.ts'
import { staffRoles } from '../../person/person.ts'
import { metricsPage } from './metrics.ts'
import { progressPages } from './progress.ts'
import { repairPages } from './repair.ts'
import { searchPages } from './search.ts'
import { servicesPage } from './services.ts'
import { streamsPage } from './streams.ts'
import { texts } from './texts.ts'

/** What runs, whether events flow, and what repairs copies. */
export const system: Area = {
  places: [{ href: '/staff/system', label: texts.place, icon: 'system', roles: staffRoles }],
  pages: [servicesPage, metricsPage, streamsPage, ...searchPages, ...repairPages, ...progressPages],
}
