import { randomUUID } from 'node:crypto'
import type { testSubscription as endpoint } from '@jobboard/contracts/endpoints/webhook'
import { ApiError } from '@jobboard/contracts/error'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import type { WebhookEnv } from '../env.ts'
import { insertTest } from '../store/delivery.ts'
import { saveEvent } from '../store/event.ts'
import { lockSubscription } from '../store/subscription.ts'

/** Sends a signed `webhook.test` event, once and not counted. Throws not_found, and invalid_state while disabled. */
export const testSubscription: Action<typeof endpoint, WebhookEnv> = (ctx) =>
  ctx.commit(async (sql) => {
    const { id, employerId, status } = await lockSubscription(sql, ctx.params.subscriptionId)
    if (status === 'Disabled') {
      throw new ApiError(
        'invalid_state',
        'The subscription is disabled, so a test would be held; enable it first.',
      )
    }
    const event = { id: randomUUID(), type: 'webhook.test' as const, timestamp: ctx.now.toISOString() }
    await saveEvent(sql, employerId, { ...event, data: { subscriptionId: id } })
    const deliveryId = await insertTest(sql, id, event.id, ctx.now)
    const entity = { type: 'webhook-subscription', id }
    await recordAudit(sql, ctx, { action: 'test-subscription', entity, before: null, after: { deliveryId } })
    return { body: { deliveryId } }
  })
