import type { disableSubscription as endpoint } from '@jobboard/contracts/endpoints/webhook'
import type { Action } from '@jobboard/service/http/route'
import { toView } from '../domain/subscription.ts'
import type { WebhookEnv } from '../env.ts'
import { saveAudit } from '../store/audit.ts'
import { disable, getSubscription, lockSubscription } from '../store/subscription.ts'

/** Disables a subscription: deliveries are held (D-54); what is in flight ends. Throws not_found. */
export const disableSubscription: Action<typeof endpoint, WebhookEnv> = (ctx) =>
  ctx.commit(async (sql) => {
    const { subscriptionId } = ctx.params
    const before = toView(await lockSubscription(sql, subscriptionId))
    if (before.status === 'Disabled') return { body: before }
    await disable(sql, subscriptionId, 'disabled by an operator')
    const after = toView(await getSubscription(sql, subscriptionId))
    const object = `webhook-subscription:${subscriptionId}`
    await saveAudit(sql, ctx, { action: 'disable-subscription', object, before, after })
    return { body: after }
  })
