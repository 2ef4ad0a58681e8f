import * as endpoints from '@jobboard/contracts/endpoints/webhook-delivery'
import * as operations from '@jobboard/contracts/endpoints/webhook-operations'
import { type Route, route } from '@jobboard/service/http/route'
import { recoverDeliveries } from '../actions/recover-deliveries.ts'
import { redeliver } from '../actions/redeliver.ts'
import type { WebhookEnv } from '../env.ts'
import { getDelivery, listDeliveries } from '../store/delivery.ts'
import { listAllDeliveries } from '../store/delivery-list.ts'
import { getSubscription } from '../store/subscription.ts'
import { toAttemptView, toDeliveryView } from '../wire/delivery.ts'

/** Routes of the Admin API for webhook deliveries. */
export const deliveryRoutes: Route<WebhookEnv>[] = [
  route(endpoints.listDeliveries, async ({ sql, params: { subscriptionId }, query }) => {
    await getSubscription(sql, subscriptionId)
    const { items, ...page } = await listDeliveries(sql, subscriptionId, query)
    return { body: { ...page, items: items.map(toDeliveryView) } }
  }),
  route(endpoints.getDelivery, async ({ sql, params: { deliveryId } }) => {
    const row = await getDelivery(sql, deliveryId)
    return { body: { ...toDeliveryView(row), attempts: row.attempts.map(toAttemptView) } }
  }),
  route(endpoints.redeliver, redeliver),
  route(operations.listAllDeliveries, async ({ sql, query }) => {
    const { items, ...page } = await listAllDeliveries(sql, query)
    const shown = items.map((row) => {
      const { subscriptionId, employerId } = row
      return { ...toDeliveryView(row), subscriptionId, employerId }
    })
    return { body: { ...page, items: shown } }
  }),
  route(operations.recoverDeliveries, recoverDeliveries),
]
