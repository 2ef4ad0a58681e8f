import { ApiError } from '@jobboard/contracts/error'
import { MAX_ATTEMPTS_PER_DELIVERY } from '@jobboard/contracts/limits'
import type { makeDeliveryDue } from '@jobboard/contracts/sandbox/endpoints'
import * as endpoints from '@jobboard/contracts/webhooks/deliveries'
import * as own from '@jobboard/contracts/webhooks/own'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { withEtag } from '@jobboard/service/http/etag'
import { type Action, type Route, route } from '@jobboard/service/http/route'
import type { WebhookEnv } from '../env.ts'
import { getSubscription, lockSubscription, ownerOf } from '../subscriptions/store.ts'
import { mayReadEvent, type Subscription } from '../subscriptions/subscription.ts'
import { toDeliveryView } from './delivery.ts'
import {
  getDelivery,
  getDeliveryDetail,
  listAllDeliveries,
  listDeliveries,
  type Place,
  restartDelivery,
  restartGivenUp,
} from './store.ts'

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
  const row = await getDeliveryDetail(sql, ownerOf(caller), deliveryId)
  const { subscriptionId, isHeld } = row
  const body = mayReadEvent(caller, row.event) ? row.body : withoutData(row.body)
  const attempts = row.attempts.map((one) => ({ ...one, startedAt: new Date(one.startedAt).toISOString() }))
  return withEtag(headers, { ...toDeliveryView(row), attempts, subscriptionId, isHeld, body })
}

/** The body of a delivery for who may not read its event (D-66). */
function withoutData(body: string): string {
  const { data: _, ...envelope } = JSON.parse(body) as { data?: unknown }
  return JSON.stringify(envelope)
}

type Restart = typeof endpoints.redeliver | typeof own.redeliverOwn | typeof makeDeliveryDue

/** Makes a delivery due now that `check` does not refuse. */
export const restart =
  (
    action: 'redeliver' | 'make-delivery-due',
    check: (row: Awaited<ReturnType<typeof getDelivery>>, subscription: Subscription) => void,
  ): Action<Restart, WebhookEnv> =>
  (context) =>
    context.commit(async (sql) => {
      const { deliveryId } = context.params
      const owner = ownerOf(context.caller)
      const { subscriptionId } = await getDelivery(sql, owner, deliveryId)
      // Orders this with a concurrent deletion and with the outcome of an attempt.
      const subscription = await lockSubscription(sql, owner, subscriptionId)
      const row = await getDelivery(sql, owner, deliveryId)
      check(row, subscription)
      const before = toDeliveryView(row)
      const after = toDeliveryView(await restartDelivery(sql, deliveryId, context.now))
      const entity = { type: 'webhook-delivery', id: deliveryId }
      const { employerId } = subscription
      await recordAudit(sql, context, { action, entity, before, after, employerId })
      return { body: { deliveryId } }
    })

/** Starts a new series of attempts with the same delivery id and the same bytes; a pending delivery becomes due now in its
 * series. An attempt in flight is the redelivery. Throws invalid_state when it has had 1 000. */
const redeliver = restart('redeliver', (row) => {
  // A pending one stays in its series, which ends after eight failures.
  if (row.status !== 'Pending' && row.attemptCount >= MAX_ATTEMPTS_PER_DELIVERY)
    throw new ApiError('invalid_state', endpoints.tooManyAttempts.message)
})

// The subscription is locked for one batch: outcomes of its attempts wait that long.
const BATCH_SIZE = 1_000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Makes every dead-lettered or cancelled delivery that was created since a time due again, in batches with one
 * audit row each; a repeated call continues after a crash. */
const recoverDeliveries: Action<typeof endpoints.recoverDeliveries, WebhookEnv> = async (context) => {
  const { params, body, service, now } = context
  const owner = ownerOf(context.caller)
  await getSubscription(context.sql, owner, params.subscriptionId)
  // Exclusive; a delivery created at `since` has a higher id.
  let after: Place = { createdAt: body.since, id: FIRST_ID }
  let count = 0
  for (let isLast = false; !isLast; ) {
    const places = await service.db.tx(async (sql) => {
      const { id, employerId } = await lockSubscription(sql, owner, params.subscriptionId)
      const batch = { after, until: now, limit: BATCH_SIZE }
      const restarted = await restartGivenUp(sql, id, batch, service.clock.now())
      if (restarted.length > 0) {
        await recordAudit(sql, context, {
          action: 'recover-deliveries',
          entity: { type: 'webhook-subscription', id },
          before: null,
          after: { since: body.since.toISOString(), count: restarted.length },
          employerId,
        })
      }
      return restarted
    })
    count += places.length
    isLast = places.length < BATCH_SIZE
    after = places.at(-1) ?? after
  }
  return context.commit(async () => ({ body: { count } }))
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
]
