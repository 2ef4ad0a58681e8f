import type { changeOwnSubscription } from '@jobboard/contracts/endpoints/own-webhooks'
import type { changeSubscription as endpoint } from '@jobboard/contracts/endpoints/webhook'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { checkMatch, etagOf } from '@jobboard/service/http/etag'
import type { Action } from '@jobboard/service/http/route'
import { ownerOf } from '../domain/owner.ts'
import type { WebhookEnv } from '../env.ts'
import { checkTarget } from '../peers/check-target.ts'
import { lockSubscription, saveSubscription } from '../store/subscription.ts'
import { toSubscriptionView } from '../wire/subscription.ts'

/** Changes URL or events; pending deliveries use the new URL. Throws invalid_request naming url, not_found,
 * and precondition_failed. */
export const changeSubscription: Action<typeof endpoint | typeof changeOwnSubscription, WebhookEnv> = async (
  context,
) => {
  const { params, body, service, headers } = context
  if (body.url !== undefined) await checkTarget(body.url, service.env)
  return context.commit(async (sql) => {
    const row = await lockSubscription(sql, ownerOf(context.caller), params.subscriptionId)
    checkMatch(headers, toSubscriptionView(row))
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
    return { body: after, headers: { etag: etagOf(after) } }
  })
}
