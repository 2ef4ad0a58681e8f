import type { redeliver as endpoint } from '@jobboard/contracts/endpoints/webhook'
import { ApiError } from '@jobboard/contracts/error'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import type { WebhookEnv } from '../env.ts'
import { getDelivery, restartDelivery } from '../store/delivery.ts'
import { lockSubscription } from '../store/subscription.ts'
import { toDeliveryView } from '../wire/delivery.ts'

/** Starts a new round of attempts with the same delivery id and the same bytes. Throws not_found, and
 * invalid_state for a pending delivery. */
export const redeliver: Action<typeof endpoint, WebhookEnv> = (ctx) =>
  ctx.commit(async (sql) => {
    const { deliveryId } = ctx.params
    const { subscriptionId } = await getDelivery(sql, deliveryId)
    // Orders this with a concurrent deletion and with the outcome of an attempt.
    await lockSubscription(sql, subscriptionId)
    const before = toDeliveryView(await getDelivery(sql, deliveryId))
    if (!(await restartDelivery(sql, deliveryId, ctx.now))) {
      throw new ApiError(
        'invalid_state',
        'The delivery is Pending: its next attempt is scheduled already (nextAttemptAt).',
      )
    }
    const entity = { type: 'webhook-delivery', id: deliveryId }
    const after = toDeliveryView(await getDelivery(sql, deliveryId))
    await recordAudit(sql, ctx, { action: 'redeliver', entity, before, after })
    return { body: { deliveryId } }
  })
