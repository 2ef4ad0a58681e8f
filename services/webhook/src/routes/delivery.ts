import * as endpoints from '@jobboard/contracts/endpoints/webhook'
import { type Route, route } from '@jobboard/service/http/route'
import { redeliver } from '../actions/redeliver.ts'
import { toAttempt, toDelivery } from '../domain/delivery.ts'
import type { WebhookEnv } from '../env.ts'
import { getDelivery, listDeliveries } from '../store/delivery.ts'
import { getSubscription } from '../store/subscription.ts'

/** Webhook deliveries of the Admin API. */
export const deliveryRoutes: Route<WebhookEnv>[] = [
  route(endpoints.listDeliveries, async ({ sql, params: { subscriptionId }, query }) => {
    await getSubscription(sql, subscriptionId)
    const { items, ...page } = await listDeliveries(sql, subscriptionId, query)
    return { body: { ...page, items: items.map(toDelivery) } }
  }),
  route(endpoints.getDelivery, async ({ sql, params: { deliveryId } }) => {
    const row = await getDelivery(sql, deliveryId)
    return { body: { ...toDelivery(row), attempts: row.attempts.map(toAttempt) } }
  }),
  route(endpoints.redeliver, redeliver),
]
