import { recoverDeliveries, redeliver } from '@jobboard/contracts/webhooks/deliveries'
import { number } from '../../html/values.ts'
import { text } from '../../http/form.ts'
import { knownZone, toMoment } from '../../http/local-time.ts'
import { redirect } from '../../http/outcome.ts'
import type { Area } from '../../http/page.ts'
import { staffRoles } from '../../person/person.ts'
import { staffDeliveryPage } from './staff-delivery.ts'
import { staffListPage } from './staff-list.ts'
import { staffTexts as texts } from './staff-texts.ts'

const operators = ['operator'] as const

/** The deliveries of all employers, for the staff. */
export const deliveries: Area = {
  places: [{ href: '/staff/deliveries', label: texts.place, icon: 'delivery', roles: staffRoles }],
  pages: [
    staffListPage,
    staffDeliveryPage,
    {
      method: 'POST',
      path: '/staff/deliveries/:deliveryId/redeliver',
      roles: operators,
      async handle({ params, operation, ask }) {
        const { deliveryId } = params
        await ask(redeliver, { params: { deliveryId: deliveryId! } }, { operation })
        return redirect(`/staff/deliveries/${deliveryId}`, texts.sentAgain)
      },
    },
    {
      method: 'POST',
      path: '/staff/endpoints/:subscriptionId/recover',
      roles: operators,
      async handle({ params, form, operation, ask, zone }) {
        const { subscriptionId } = params
        const to = `/staff/deliveries?subscriptionId=${encodeURIComponent(subscriptionId!)}`
        const since = toMoment(text(form, 'since').slice(0, 30), knownZone(text(form, 'zone'), zone))
        if (!since || text(form, 'confirmed') !== 'yes') return redirect(to, texts.badRecovery, 'warning')
        const input = { params: { subscriptionId: subscriptionId! }, body: { since } }
        const { count } = await ask(recoverDeliveries, input, { operation })
        return redirect(to, texts.recovered(count, number(count)), count === 0 ? 'info' : 'success')
      },
    },
  ],
}
