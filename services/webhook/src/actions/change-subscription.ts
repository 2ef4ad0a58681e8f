import type { changeOwnSubscription } from '@jobboard/contracts/webhooks/own'
import type { changeSubscription as endpoint } from '@jobboard/contracts/webhooks/subscriptions'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { checkMatch, etagOf } from '@jobboard/service/http/etag'
import type { Action } from '@jobboard/service/http/route'
import { checkEventScopes } from '../domain/event-scopes.ts'
import { ownerOf } from '../domain/owner.ts'
import type { WebhookEnv } from '../env.ts'
import { checkTarget } from '../peers/check-target.ts'
import { lockSubscription, saveSubscription } from '../store/subscription.ts'
import { toSubscriptionView } from '../wire/subscription.ts'

/** Changes URL or events; pending deliveries use the new URL. Throws invalid_request naming url, not_found,
 * insufficient_scope (D-66) and precondition_failed. */
export const changeSubscription: Action<typeof endpoint | typeof changeOwnSubscription, WebhookEnv> = async (
  context,
) => {
  const { params, body, service, headers, caller } = context
  if (body.url !== undefined) await checkTarget(body.url, service.env)
  return context.commit(async (sql) => {
    const row = await lockSubscription(sql, ownerOf(caller), params.subscriptionId)
    const added = (body.events ?? []).filter((event) => !row.events.includes(event))
    checkEventScopes(caller, 'events', added)
    // Who may not read events does not send them elsewhere.
    if (body.url !== undefined && !isSameHost(body.url, row.url)) checkEventScopes(caller, 'url', row.events)
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

function isSameHost(url: string, other: string): boolean {
  return new URL(url).host === new URL(other).host
}
