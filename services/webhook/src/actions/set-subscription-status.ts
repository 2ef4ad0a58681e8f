import type { enableSubscription as endpoint } from '@jobboard/contracts/endpoints/webhook'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Caller } from '@jobboard/service/auth/caller'
import type { Action } from '@jobboard/service/http/route'
import { ownerOf } from '../domain/owner.ts'
import type { WebhookEnv } from '../env.ts'
import { DELIVERY_CHANNEL } from '../store/event.ts'
import { getSubscription, lockSubscription, saveDisabled, saveEnabled } from '../store/subscription.ts'
import { toSubscriptionView } from '../wire/subscription.ts'

/** Enables a subscription: held deliveries become due at once; or disables it: pending deliveries are held, attempts in flight
 * finish (D-54). Repeated, it changes nothing. Throws not_found. */
export const setSubscriptionStatus =
  (status: 'Active' | 'Disabled'): Action<typeof endpoint, WebhookEnv> =>
  (context) =>
    context.commit(async (sql) => {
      const owner = ownerOf(context.caller)
      const { subscriptionId } = context.params
      const before = toSubscriptionView(await lockSubscription(sql, owner, subscriptionId))
      if (before.status === status) return { body: before }
      const isEnabled = status === 'Active'
      if (isEnabled) await saveEnabled(sql, subscriptionId, context.now)
      else await saveDisabled(sql, subscriptionId, reasonOf(context.caller))
      const after = toSubscriptionView(await getSubscription(sql, owner, subscriptionId))
      const entity = { type: 'webhook-subscription', id: subscriptionId }
      const action = isEnabled ? 'enable-subscription' : 'disable-subscription'
      await recordAudit(sql, context, { action, entity, before, after })
      if (isEnabled) sql.notify(DELIVERY_CHANNEL)
      return { body: after }
    })

function reasonOf(caller: Caller): string {
  if (caller.kind !== 'recruiter') return 'disabled by an operator'
  return caller.keyId === null ? 'disabled in the portal' : 'disabled with an API key'
}
