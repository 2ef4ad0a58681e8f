import type { redeliver as endpoint } from '@jobboard/contracts/endpoints/webhook'
import { ApiError } from '@jobboard/contracts/error'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { toDelivery } from '../domain/delivery.ts'
import type { WebhookEnv } from '../env.ts'
import { getDelivery, restart } from '../store/delivery.ts'
import { lockSubscription } from '../store/subscription.ts'

/** Begins a new round of attempts under the same delivery id and with the same bytes. Throws not_found, and
 * invalid_state for a pending delivery. */
export const redeliver: Action<typeof endpoint, WebhookEnv> = (ctx) =>
  ctx.commit(async (sql) => {
    const { deliveryId } = ctx.params
    const { subscriptionId } = await getDelivery(sql, deliveryId)
    // A deletion at the same time waits, or was first; so does an attempt that ends.
    await lockSubscription(sql, subscriptionId)
    const before = toDelivery(await getDelivery(sql, deliveryId))
    if (!(await restart(sql, deliveryId, ctx.now))) {
      throw new ApiError('invalid_state', 'The delivery is Pending; it is tried again by itself.')
    }
    const entity = { type: 'webhook-delivery', id: deliveryId }
    const after = toDelivery(await getDelivery(sql, deliveryId))
    await recordAudit(sql, ctx, { action: 'redeliver', entity, before, after })
    return { body: { deliveryId } }
  })
