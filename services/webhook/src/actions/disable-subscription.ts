import type { disableSubscription as endpoint } from '@jobboard/contracts/endpoints/webhook'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import type { WebhookEnv } from '../env.ts'
import { getSubscription, lockSubscription, saveDisabled } from '../store/subscription.ts'
import { toSubscriptionView } from '../wire/subscription.ts'

/** Disables a subscription: pending deliveries are held (D-54), attempts in flight finish. Throws not_found. */
export const disableSubscription: Action<typeof endpoint, WebhookEnv> = (context) =>
  context.commit(async (sql) => {
    const { subscriptionId } = context.params
    const before = toSubscriptionView(await lockSubscription(sql, subscriptionId))
    if (before.status === 'Disabled') return { body: before }
    await saveDisabled(sql, subscriptionId, 'disabled by an operator')
    const after = toSubscriptionView(await getSubscription(sql, subscriptionId))
    const entity = { type: 'webhook-subscription', id: subscriptionId }
    await recordAudit(sql, context, { action: 'disable-subscription', entity, before, after })
    return { body: after }
  })
