import type * as endpoints from '@jobboard/contracts/webhooks/subscriptions'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Caller } from '@jobboard/service/auth/caller'
import type { Action } from '@jobboard/service/http/route'
import type { WebhookEnv } from '../env.ts'
import { DELIVERY_CHANNEL } from '../events/store.ts'
import {
  countHeldForLater,
  getSubscription,
  lockSubscription,
  makeHeldDue,
  ownerOf,
  saveDisabled,
  saveEnabled,
} from './store.ts'
import { toSubscriptionView } from './subscription.ts'

// The subscription is locked for one batch: outcomes of its attempts wait that long.
const BATCH_SIZE = 1_000
/** Between two held deliveries that become due, on average. */
const HELD_STEP_MS = 20
const MAX_SPREAD_MS = 60_000

/** Enables a subscription: held deliveries become due, also those that waited for a retry; or disables it: pending deliveries
 * are held, attempts in flight finish (D-54). Repeated, it changes nothing. Throws not_found. */
export const setSubscriptionStatus =
  (status: 'Active' | 'Disabled'): Action<typeof endpoints.enableSubscription, WebhookEnv> =>
  async (context) => {
    const owner = ownerOf(context.caller)
    const { subscriptionId } = context.params
    const isEnabled = status === 'Active'
    const { now } = context
    const spreadMs = isEnabled ? await makeMostDue() : 0
    return context.commit(async (sql) => {
      const row = await lockSubscription(sql, owner, subscriptionId)
      const { employerId } = row
      const before = toSubscriptionView(row)
      if (before.status === status) return { body: before }
      if (isEnabled) {
        await makeHeldDue(sql, subscriptionId, { now, spreadMs, limit: BATCH_SIZE })
        await saveEnabled(sql, subscriptionId, now)
      } else await saveDisabled(sql, subscriptionId, reasonOf(context.caller))
      const after = toSubscriptionView(await getSubscription(sql, owner, subscriptionId))
      const entity = { type: 'webhook-subscription', id: subscriptionId }
      const action = isEnabled ? 'enable-subscription' : 'disable-subscription'
      await recordAudit(sql, context, { action, entity, before, after, employerId })
      if (isEnabled) sql.notify(DELIVERY_CHANNEL)
      return { body: after }
    })

    // While the subscription is still disabled: after a crash nothing is sent, and a repeated call continues. Returns over how
    // long the deliveries become due.
    async function makeMostDue(): Promise<number> {
      const { tx } = context.service.db
      let spreadMs = 0
      for (let made = BATCH_SIZE; made === BATCH_SIZE; ) {
        made = await tx(async (sql) => {
          if ((await lockSubscription(sql, owner, subscriptionId)).status === status) return 0
          if (spreadMs === 0) {
            const waiting = await countHeldForLater(sql, subscriptionId, now, MAX_SPREAD_MS / HELD_STEP_MS)
            spreadMs = waiting * HELD_STEP_MS
          }
          return makeHeldDue(sql, subscriptionId, { now, spreadMs, limit: BATCH_SIZE })
        })
      }
      return spreadMs
    }
  }

function reasonOf(caller: Caller): string {
  if (caller.kind !== 'recruiter') return 'disabled by an operator'
  return caller.keyId === null ? 'disabled in the portal' : 'disabled with an API key'
}
