import type { Area } from '../../http/page.ts'
import { addPages } from './add.ts'
import { againPages } from './again.ts'
import { deliveryPages } from './delivery.ts'
import { endpointPage } from './endpoint.ts'
import { listPage } from './list.ts'
import { settingsPages } from './settings.ts'
import { statusPages } from './status.ts'
import { texts } from './texts.ts'

/** Where webhooks are sent, what became of each delivery, and how to send them again. */
export const webhooks: Area = {
  places: [{ href: '/webhooks', label: texts.place, icon: 'webhook', roles: ['EmployerAdmin'] }],
  pages: [
    listPage,
    ...addPages,
    endpointPage,
    ...statusPages,
    ...againPages,
    ...settingsPages,
    ...deliveryPages,
  ],
}
