import type { changeSubscription as endpoint } from '@jobboard/contracts/endpoints/webhook'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import type { WebhookEnv } from '../env.ts'
import { checkTarget } from '../peers/check-target.ts'
import { lockSubscription, saveSubscription } from '../store/subscription.ts'
import { toSubscriptionView } from '../wire/subscription.ts'

/** Changes URL or events; pending deliveries use the new URL. Throws invalid_request naming url, and not_found. */
export const changeSubscription: Action<typeof endpoint, WebhookEnv> = async (context) => {
  const { params, body, service } = context
  if (body.url !== undefined) await checkTarget(body.url, service.env)
  return context.commit(async (sql) => {
    const row = await lockSubscription(sql, params.subscriptionId)
    const changed = {
      ...row,
      url: body.url ?? row.url,
      events: body.events ? [...new Set(body.events)] : row.events,
    }
    await saveSubscription(sql, changed)
    const entity = { type: 'webhook-subscription', id: row.id }
    const after = toSubscriptionView(changed)
    await recordAudit(sql, context, {
      action: 'change-subscription',
      entity,
      before: toSubscriptionView(row),
      after,
    })
    return { body: after }
  })
}
