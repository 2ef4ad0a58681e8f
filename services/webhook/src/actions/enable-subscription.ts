import type { enableSubscription as endpoint } from '@jobboard/contracts/endpoints/webhook'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import type { WebhookEnv } from '../env.ts'
import { DELIVERY_CHANNEL } from '../store/event.ts'
import { getSubscription, lockSubscription, saveEnabled } from '../store/subscription.ts'
import { toSubscriptionView } from '../wire/subscription.ts'

/** Enables a subscription; held deliveries become due at once (D-54). Throws not_found. */
export const enableSubscription: Action<typeof endpoint, WebhookEnv> = (context) =>
  context.commit(async (sql) => {
    const { subscriptionId } = context.params
    const before = toSubscriptionView(await lockSubscription(sql, subscriptionId))
    if (before.status === 'Active') return { body: before }
    await saveEnabled(sql, subscriptionId, context.now)
    const after = toSubscriptionView(await getSubscription(sql, subscriptionId))
    const entity = { type: 'webhook-subscription', id: subscriptionId }
    await recordAudit(sql, context, { action: 'enable-subscription', entity, before, after })
    sql.notify(DELIVERY_CHANNEL)
    return { body: after }
  })
