import type { redeliver as endpoint } from '@jobboard/contracts/webhooks/deliveries'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { ownerOf } from '../domain/owner.ts'
import type { WebhookEnv } from '../env.ts'
import { getDelivery, restartDelivery } from '../store/delivery.ts'
import { lockSubscription } from '../store/subscription.ts'
import { toDeliveryView } from '../wire/delivery.ts'

/** Starts a new round of attempts with the same delivery id and the same bytes; a pending delivery becomes due now in its
 * round. An attempt in flight is the redelivery. Throws not_found. */
export const redeliver: Action<typeof endpoint, WebhookEnv> = (context) =>
  context.commit(async (sql) => {
    const { deliveryId } = context.params
    const owner = ownerOf(context.caller)
    const { subscriptionId } = await getDelivery(sql, owner, deliveryId)
    // Orders this with a concurrent deletion and with the outcome of an attempt.
    await lockSubscription(sql, owner, subscriptionId)
    const before = toDeliveryView(await getDelivery(sql, owner, deliveryId))
    await restartDelivery(sql, deliveryId, context.now)
    const entity = { type: 'webhook-delivery', id: deliveryId }
    const after = toDeliveryView(await getDelivery(sql, owner, deliveryId))
    await recordAudit(sql, context, { action: 'redeliver', entity, before, after })
    return { body: { deliveryId } }
  })
