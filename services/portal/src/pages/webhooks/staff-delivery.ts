import { getDelivery, redeliver } from '@jobboard/contracts/webhooks/deliveries'
import { linkButton, pageHead, panel } from '../../html/blocks.ts'
import { form } from '../../html/form.ts'
import { html } from '../../html/html.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { mayCall, staffRoles } from '../../person/person.ts'
import { payload, state } from './delivery.ts'
import { staffTexts as words } from './staff-texts.ts'
import { texts } from './texts.ts'

/** One delivery of any employer, with what the receiver said. */
export const staffDeliveryPage: Page = {
  method: 'GET',
  path: '/staff/deliveries/:deliveryId',
  roles: staffRoles,
  async handle(visit) {
    const { csrf, deps, person } = visit
    const params = { deliveryId: visit.params.deliveryId! }
    const delivery = await visit.ask(getDelivery, { params })
    const { id, subscriptionId, event } = delivery
    const endpoint = html`<a href=${`/staff/deliveries?subscriptionId=${subscriptionId}`}>${words.endpoint(subscriptionId)}</a>`
    const body = html`<div class="jb-stack">
      ${pageHead({
        title: event,
        lead: endpoint,
        actions: linkButton({ href: '/staff/deliveries', label: words.back, icon: 'previous' }),
      })}
      ${state(visit, delivery, { isHeld: delivery.isHeld === true })}
      ${
        mayCall(person.role, redeliver) &&
        panel({
          title: texts.again,
          body: form({
            action: `/staff/deliveries/${id}/redeliver`,
            csrf,
            operation: newOperation(),
            submit: {
              label: texts.again,
              icon: 'refresh',
              tone: delivery.status === 'Succeeded' ? 'secondary' : 'primary',
            },
            body: html`<p class="jb-muted">${words.againLead}</p>`,
            call: copyable(deps.env, redeliver, { params }),
          }),
        })
      }
      ${payload(delivery)}
    </div>`
    return view({ title: `${texts.delivery} ${event}`, body, scripts: ['refresh.js'] })
  },
}
