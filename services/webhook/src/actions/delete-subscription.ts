import type { deleteSubscription as endpoint } from '@jobboard/contracts/webhooks/subscriptions'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { ownerOf } from '../domain/owner.ts'
import type { WebhookEnv } from '../env.ts'
import { deleteSubscription as deleteStored, lockSubscription } from '../store/subscription.ts'
import { toSubscriptionView } from '../wire/subscription.ts'

/** Deletes a subscription and cancels its pending deliveries. Throws not_found. */
export const deleteSubscription: Action<typeof endpoint, WebhookEnv> = (context) =>
  context.commit(async (sql) => {
    const { subscriptionId } = context.params
    const before = toSubscriptionView(await lockSubscription(sql, ownerOf(context.caller), subscriptionId))
    await deleteStored(sql, subscriptionId, context.now)
    const entity = { type: 'webhook-subscription', id: subscriptionId }
    await recordAudit(sql, context, { action: 'delete-subscription', entity, before, after: null })
    return {}
  })
