import * as endpoints from '@jobboard/contracts/webhooks/deliveries'
import * as own from '@jobboard/contracts/webhooks/own'
import { withEtag } from '@jobboard/service/http/etag'
import { type Action, type Route, route } from '@jobboard/service/http/route'
import { recoverDeliveries } from '../actions/recover-deliveries.ts'
import { redeliver } from '../actions/redeliver.ts'
import { replayToSubscription } from '../actions/replay-to-subscription.ts'
import { mayReadEvent } from '../domain/event-scopes.ts'
import { ownerOf } from '../domain/owner.ts'
import type { WebhookEnv } from '../env.ts'
import { getDelivery, listDeliveries } from '../store/delivery.ts'
import { listAllDeliveries } from '../store/delivery-list.ts'
import { getSubscription } from '../store/subscription.ts'
import { toAttemptView, toDeliveryView } from '../wire/delivery.ts'

const listOfOne: Action<typeof endpoints.listDeliveries | typeof own.listOwnDeliveries, WebhookEnv> = async ({
  sql,
  caller,
  params: { subscriptionId },
  query,
}) => {
  await getSubscription(sql, ownerOf(caller), subscriptionId)
  const { items, ...page } = await listDeliveries(sql, subscriptionId, query)
  return { body: { ...page, items: items.map(toDeliveryView) } }
}

const readOne: Action<typeof endpoints.getDelivery | typeof own.getOwnDelivery, WebhookEnv> = async ({
  sql,
  caller,
  headers,
  params: { deliveryId },
}) => {
  const row = await getDelivery(sql, ownerOf(caller), deliveryId)
  const { subscriptionId, isHeld } = row
  const body = mayReadEvent(caller, row.event) ? row.body : withoutData(row.body)
  const attempts = row.attempts.map(toAttemptView)
  return withEtag(headers, { ...toDeliveryView(row), attempts, subscriptionId, isHeld, body })
}

/** The body of a delivery for who may not read its event (D-66). */
function withoutData(body: string): string {
  const { data: _, ...envelope } = JSON.parse(body) as { data?: unknown }
  return JSON.stringify(envelope)
}

/** Routes for webhook deliveries: of the Admin API for those of all employers, of the public API for the own ones. */
export const deliveryRoutes: Route<WebhookEnv>[] = [
  route(endpoints.listDeliveries, listOfOne),
  route(own.listOwnDeliveries, listOfOne),
  route(endpoints.getDelivery, readOne),
  route(own.getOwnDelivery, readOne),
  route(endpoints.redeliver, redeliver),
  route(own.redeliverOwn, redeliver),
  route(endpoints.listAllDeliveries, async ({ sql, query }) => {
    const { items, ...page } = await listAllDeliveries(sql, query)
    const shown = items.map((row) => {
      const { subscriptionId, employerId, isHeld } = row
      return { ...toDeliveryView(row), subscriptionId, employerId, isHeld }
    })
    return { body: { ...page, items: shown } }
  }),
  route(endpoints.recoverDeliveries, recoverDeliveries),
  route(own.recoverOwnDeliveries, recoverDeliveries),
  route(own.replayToSubscription, replayToSubscription),
]
