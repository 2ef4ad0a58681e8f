import { ApiError } from '@jobboard/contracts/error'
import * as endpoints from '@jobboard/contracts/sandbox/endpoints'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { type Route, route } from '@jobboard/service/http/route'
import { toDeliveryView } from '../deliveries/delivery.ts'
import { getDelivery, restartDelivery } from '../deliveries/store.ts'
import type { WebhookEnv } from '../env.ts'
import { lockSubscription } from '../subscriptions/store.ts'
import { replaceAnswers } from './store.ts'

/** The planned attempt of a pending delivery becomes due now; the ladder of retries counts on. */
const makeDeliveryDue = route(endpoints.makeDeliveryDue, (context) =>
  context.commit(async (sql) => {
    const { employerId, now } = context
    const { deliveryId } = context.params
    const owner = { employerId }
    const { subscriptionId } = await getDelivery(sql, owner, deliveryId)
    // Orders this with the outcome of an attempt.
    const { status } = await lockSubscription(sql, owner, subscriptionId)
    const row = await getDelivery(sql, owner, deliveryId)
    if (row.status !== 'Pending')
      throw notPending(`The delivery is ${row.status}; only a Pending one has a next attempt.`)
    if (status === 'Disabled')
      throw notPending(
        `Subscription ${subscriptionId} is Disabled and holds its deliveries; enable it first.`,
      )
    await restartDelivery(sql, deliveryId, now)
    const entity = { type: 'webhook-delivery', id: deliveryId }
    const before = toDeliveryView(row)
    const after = toDeliveryView(await getDelivery(sql, owner, deliveryId))
    await recordAudit(sql, context, { action: 'make-delivery-due', entity, before, after, employerId })
    return { body: { deliveryId } }
  }),
)

function notPending(message: string): ApiError {
  return new ApiError('invalid_state', message)
}

const simulateReceiver = route(endpoints.simulateReceiver, (context) =>
  context.commit(async (sql) => {
    const { employerId, body } = context
    const { id } = await lockSubscription(sql, { employerId }, context.params.subscriptionId)
    const { status, delayMs, times } = body
    await replaceAnswers(sql, id, { statusCode: status === 'timeout' ? null : status, delayMs, times })
    const entity = { type: 'webhook-subscription', id }
    await recordAudit(sql, context, {
      action: 'simulate-receiver',
      entity,
      before: null,
      after: body,
      employerId,
    })
    return {}
  }),
)

/** What a test key does with webhooks of its sandbox. */
export const sandboxRoutes: Route<WebhookEnv>[] = [makeDeliveryDue, simulateReceiver]
