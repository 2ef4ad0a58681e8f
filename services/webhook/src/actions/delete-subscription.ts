import type { deleteSubscription as endpoint } from '@jobboard/contracts/endpoints/webhook'
import type { Action } from '@jobboard/service/http/route'
import type { WebhookEnv } from '../env.ts'
import { saveAudit } from '../store/audit.ts'
import { deleteSubscription as deleteStored, lockSubscription } from '../store/subscription.ts'
import { toSubscriptionView } from '../wire/subscription.ts'

/** Deletes a subscription and cancels its pending deliveries. Throws not_found. */
export const deleteSubscription: Action<typeof endpoint, WebhookEnv> = (ctx) =>
  ctx.commit(async (sql) => {
    const { subscriptionId } = ctx.params
    const before = toSubscriptionView(await lockSubscription(sql, subscriptionId))
    await deleteStored(sql, subscriptionId, ctx.now)
    const object = `webhook-subscription:${subscriptionId}`
    await saveAudit(sql, ctx, { action: 'delete-subscription', object, before, after: null })
    return {}
  })
