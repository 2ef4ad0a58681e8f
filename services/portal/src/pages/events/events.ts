import type { Area } from '../../http/page.ts'
import { listPage } from './list.ts'
import { texts } from './texts.ts'

/** The event feed. */
export const events: Area = {
  places: [{ href: '/events', label: texts.place, icon: 'event', roles: listPage.roles }],
  pages: [listPage],
}
