import type { recoverDeliveries as endpoint } from '@jobboard/contracts/webhooks/deliveries'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { ownerOf } from '../domain/owner.ts'
import type { WebhookEnv } from '../env.ts'
import { type Place, restartGivenUp } from '../store/recover.ts'
import { getSubscription, lockSubscription } from '../store/subscription.ts'

// The subscription is locked for one batch: outcomes of its attempts wait that long.
const BATCH_SIZE = 1_000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Makes every dead-lettered or cancelled delivery that was created since a time due again, in batches with one
 * audit row each; a repeated call continues after a crash. Throws not_found. */
export const recoverDeliveries: Action<typeof endpoint, WebhookEnv> = async (context) => {
  const { params, body, service, now } = context
  const owner = ownerOf(context.caller)
  await getSubscription(context.sql, owner, params.subscriptionId)
  // Exclusive; a delivery created at `since` has a higher id.
  let after: Place = { createdAt: body.since, id: FIRST_ID }
  let count = 0
  for (let isLast = false; !isLast; ) {
    const places = await service.db.tx(async (sql) => {
      const { id } = await lockSubscription(sql, owner, params.subscriptionId)
      const restarted = await restartGivenUp(
        sql,
        id,
        { after, until: now, limit: BATCH_SIZE },
        service.clock.now(),
      )
      if (restarted.length > 0) {
        await recordAudit(sql, context, {
          action: 'recover-deliveries',
          entity: { type: 'webhook-subscription', id },
          before: null,
          after: { since: body.since.toISOString(), count: restarted.length },
        })
      }
      return restarted
    })
    count += places.length
    isLast = places.length < BATCH_SIZE
    after = places.at(-1) ?? after
  }
  return context.commit(async () => ({ body: { count } }))
}
