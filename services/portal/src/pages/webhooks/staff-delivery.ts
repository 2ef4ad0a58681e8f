import { getDelivery, redeliver } from '@jobboard/contracts/endpoints/webhook-delivery'
import { linkButton, pageHead, panel } from '../../html/blocks.ts'
import { form } from '../../html/form.ts'
import { html } from '../../html/html.ts'
import { definitions, when } from '../../html/values.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { mayCall, staffRoles } from '../../person/person.ts'
import { attempts, payload } from './delivery.ts'
import { deliveryBadge } from './shown.ts'
import { staffTexts as words } from './staff-texts.ts'
import { texts } from './texts.ts'

/** One delivery of any employer, with what the receiver said. */
export const staffDeliveryPage: Page = {
  method: 'GET',
  path: '/staff/deliveries/:deliveryId',
  roles: staffRoles,
  async handle(visit) {
    const { zone, csrf, deps, person } = visit
    const params = { deliveryId: visit.params.deliveryId! }
    const delivery = await visit.ask(getDelivery, { params })
    const { id, subscriptionId, eventId, event, createdAt, nextAttemptAt } = delivery
    const endpoint = html`<a href=${`/staff/deliveries?subscriptionId=${subscriptionId}`}>${words.endpoint(subscriptionId)}</a>`
    const body = html`<div class="jb-stack">
      ${pageHead({
        title: html`<span class="jb-endpoint"><span>${event}</span>${deliveryBadge(delivery)}</span>`,
        lead: endpoint,
        actions: linkButton({ href: '/staff/deliveries', label: words.back, icon: 'previous' }),
      })}
      ${panel({
        title: texts.delivery,
        body: [
          definitions([
            { term: texts.terms.created, value: when(createdAt, zone) },
            ...(nextAttemptAt ? [{ term: texts.terms.next, value: when(nextAttemptAt, zone) }] : []),
            { term: texts.terms.eventId, value: html`<code>${eventId}</code>` },
            { term: texts.terms.deliveryId, value: html`<code>${id}</code>` },
          ]),
          mayCall(person.role, redeliver) &&
            form({
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
        ],
      })}
      ${attempts(visit, delivery)}
      ${payload(delivery)}
    </div>`
    return view({ title: `${texts.delivery} ${event}`, body })
  },
}
