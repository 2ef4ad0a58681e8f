import type { deleteSubscription as endpoint } from '@jobboard/contracts/endpoints/webhook'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { toView } from '../domain/subscription.ts'
import type { WebhookEnv } from '../env.ts'
import { lockSubscription, deleteSubscription as remove } from '../store/subscription.ts'

/** Deletes a subscription; what was to be delivered is cancelled. Throws not_found. */
export const deleteSubscription: Action<typeof endpoint, WebhookEnv> = (ctx) =>
  ctx.commit(async (sql) => {
    const { subscriptionId } = ctx.params
    const before = toView(await lockSubscription(sql, subscriptionId))
    await remove(sql, subscriptionId, ctx.now)
    const entity = { type: 'webhook-subscription', id: subscriptionId }
    await recordAudit(sql, ctx, { action: 'delete-subscription', entity, before, after: null })
    return {}
  })
