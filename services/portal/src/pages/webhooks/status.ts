import { getOwnStats } from '@jobboard/contracts/webhooks/deliveries'
import {
  disableOwnSubscription,
  enableOwnSubscription,
  testOwnSubscription,
} from '@jobboard/contracts/webhooks/own'
import { number } from '../../html/values.ts'
import { redirect } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { texts } from './texts.ts'

const roles = ['EmployerAdmin'] as const

/** Enables or disables an endpoint, or sends it a test event. */
export const statusPages: Page[] = [
  {
    method: 'POST',
    path: '/webhooks/:subscriptionId/enable',
    roles,
    async handle(visit) {
      const { subscriptionId } = visit.params
      const input = { params: { subscriptionId: subscriptionId! } }
      const stats = await visit.part('webhook', () => visit.ask(getOwnStats, input))
      await visit.ask(enableOwnSubscription, input, { operation: visit.operation })
      const held = stats?.pending ?? 0
      return redirect(`/webhooks/${subscriptionId}`, texts.enabled(held, number(held)))
    },
  },
  {
    method: 'POST',
    path: '/webhooks/:subscriptionId/disable',
    roles,
    async handle(visit) {
      const { subscriptionId } = visit.params
      const input = { params: { subscriptionId: subscriptionId! } }
      await visit.ask(disableOwnSubscription, input, { operation: visit.operation })
      return redirect(`/webhooks/${subscriptionId}`, texts.disabledNow, 'warning')
    },
  },
  {
    method: 'POST',
    path: '/webhooks/:subscriptionId/test',
    roles,
    async handle(visit) {
      const { subscriptionId } = visit.params
      const input = { params: { subscriptionId: subscriptionId! } }
      const { deliveryId } = await visit.ask(testOwnSubscription, input, { operation: visit.operation })
      return redirect(`/webhooks/${subscriptionId}/deliveries/${deliveryId}`, texts.tested, 'info')
    },
  },
]
