import { randomUUID } from 'node:crypto'
import { ApiError } from '@jobboard/contracts/error'
import type { testSubscription as endpoint } from '@jobboard/contracts/webhooks/subscriptions'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { ownerOf } from '../domain/owner.ts'
import type { WebhookEnv } from '../env.ts'
import { insertTestDelivery } from '../store/delivery.ts'
import { saveEvent } from '../store/event.ts'
import { lockSubscription } from '../store/subscription.ts'
import { serializeEvent } from '../wire/public-event.ts'

/** Sends a signed `webhook.test` event: one attempt, which does not count towards the failure streak
 *. Throws not_found, and invalid_state while the subscription is disabled. */
export const testSubscription: Action<typeof endpoint, WebhookEnv> = (context) =>
  context.commit(async (sql) => {
    const { id, employerId, status } = await lockSubscription(
      sql,
      ownerOf(context.caller),
      context.params.subscriptionId,
    )
    if (status === 'Disabled') {
      throw new ApiError(
        'invalid_state',
        'The subscription is disabled, so the test event would be held. Enable the subscription first.',
      )
    }
    const event = { id: randomUUID(), type: 'webhook.test' as const, timestamp: context.now.toISOString() }
    await saveEvent(sql, employerId, serializeEvent({ ...event, data: { subscriptionId: id } }))
    const deliveryId = await insertTestDelivery(sql, id, event.id, context.now)
    const entity = { type: 'webhook-subscription', id }
    await recordAudit(sql, context, {
      action: 'test-subscription',
      entity,
      before: null,
      after: { deliveryId },
    })
    return { body: { deliveryId } }
  })
