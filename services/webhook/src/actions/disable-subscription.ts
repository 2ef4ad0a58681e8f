import type { disableSubscription as endpoint } from '@jobboard/contracts/endpoints/webhook'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { toView } from '../domain/subscription.ts'
import type { WebhookEnv } from '../env.ts'
import { disable, getSubscription, lockSubscription } from '../store/subscription.ts'

/** Disables a subscription: deliveries are held (D-54); what is in flight ends. Throws not_found. */
export const disableSubscription: Action<typeof endpoint, WebhookEnv> = (ctx) =>
  ctx.commit(async (sql) => {
    const { subscriptionId } = ctx.params
    const before = toView(await lockSubscription(sql, subscriptionId))
    if (before.status === 'Disabled') return { body: before }
    await disable(sql, subscriptionId, 'disabled by an operator')
    const after = toView(await getSubscription(sql, subscriptionId))
    const entity = { type: 'webhook-subscription', id: subscriptionId }
    await recordAudit(sql, ctx, { action: 'disable-subscription', entity, before, after })
    return { body: after }
  })
