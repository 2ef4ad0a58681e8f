import type { deleteSubscription as endpoint } from '@jobboard/contracts/endpoints/webhook'
import type { Action } from '@jobboard/service/http/route'
import { toView } from '../domain/subscription.ts'
import type { WebhookEnv } from '../env.ts'
import { saveAudit } from '../store/audit.ts'
import { lockSubscription, deleteSubscription as remove } from '../store/subscription.ts'

/** Deletes a subscription; what was to be delivered is cancelled. Throws not_found. */
export const deleteSubscription: Action<typeof endpoint, WebhookEnv> = (ctx) =>
  ctx.commit(async (sql) => {
    const { subscriptionId } = ctx.params
    const before = toView(await lockSubscription(sql, subscriptionId))
    await remove(sql, subscriptionId, ctx.now)
    const object = `webhook-subscription:${subscriptionId}`
    await saveAudit(sql, ctx, { action: 'delete-subscription', object, before, after: null })
    return {}
  })
