import { randomUUID } from 'node:crypto'
import { ApiError } from '@jobboard/contracts/error'
import { getOwnStats, getSubscriptionStats } from '@jobboard/contracts/webhooks/deliveries'
import * as own from '@jobboard/contracts/webhooks/own'
import * as endpoints from '@jobboard/contracts/webhooks/subscriptions'
import { offsetOf } from '@jobboard/db/page'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { checkMatch, etagOf, withEtag } from '@jobboard/service/http/etag'
import { type Action, type Route, route } from '@jobboard/service/http/route'
import { insertTestDelivery } from '../deliveries/store.ts'
import type { WebhookEnv } from '../env.ts'
import { serializeEvent } from '../events/public-event.ts'
import { saveEvent } from '../events/store.ts'
import { stepsUntil, toStatsView } from '../stats/stats.ts'
import { readStats } from '../stats/store.ts'
import { checkTarget } from '../targets/peers.ts'
import { checkEmployer } from './peers.ts'
import { createSubscription, rotateSecret } from './secret-actions.ts'
import { setSubscriptionStatus } from './status-actions.ts'
import {
  countSubscriptions,
  getSubscription,
  listSubscriptions,
  lockSubscription,
  ownerOf,
  saveDeleted,
  saveSubscription,
} from './store.ts'
import { checkEventScopes, toSubscriptionView } from './subscription.ts'

/** Hours of `include=stats` in lists. */
const DAY_HOURS = 24

/** Changes URL or events; pending deliveries use the new URL. */
const changeSubscription: Action<
  typeof endpoints.changeSubscription | typeof own.changeOwnSubscription,
  WebhookEnv
> = async (context) => {
  const { params, body, service, headers, caller } = context
  if (body.url !== undefined) await checkTarget(body.url, service.env)
  return context.commit(async (sql) => {
    const row = await lockSubscription(sql, ownerOf(caller), params.subscriptionId)
    const added = (body.events ?? []).filter((event) => !row.events.includes(event))
    checkEventScopes(caller, 'events', added)
    // Who may not read events does not send them elsewhere.
    const isElsewhere = body.url !== undefined && new URL(body.url).host !== new URL(row.url).host
    if (isElsewhere) checkEventScopes(caller, 'url', row.events)
    const before = toSubscriptionView(row)
    checkMatch(headers, before)
    const events = body.events ? [...new Set(body.events)] : row.events
    const changed = { ...row, url: body.url ?? row.url, events }
    await saveSubscription(sql, changed)
    const entity = { type: 'webhook-subscription', id: row.id }
    const after = toSubscriptionView(changed)
    const { employerId } = row
    await recordAudit(sql, context, { action: 'change-subscription', entity, before, after, employerId })
    return { body: after, headers: { etag: etagOf(after) } }
  })
}

/** Sends a signed `webhook.test` event: one attempt, which does not count towards the failure streak. */
const testSubscription: Action<
  typeof endpoints.testSubscription | typeof own.testOwnSubscription,
  WebhookEnv
> = (context) =>
  context.commit(async (sql) => {
    const owner = ownerOf(context.caller)
    const { id, employerId, status } = await lockSubscription(sql, owner, context.params.subscriptionId)
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
    const after = { deliveryId }
    await recordAudit(sql, context, { action: 'test-subscription', entity, before: null, after, employerId })
    return { body: { deliveryId } }
  })

const deleteSubscription: Action<
  typeof endpoints.deleteSubscription | typeof own.deleteOwnSubscription,
  WebhookEnv
> = (context) =>
  context.commit(async (sql) => {
    const { subscriptionId } = context.params
    const row = await lockSubscription(sql, ownerOf(context.caller), subscriptionId)
    const { employerId } = row
    const before = toSubscriptionView(row)
    await saveDeleted(sql, subscriptionId, context.now)
    const entity = { type: 'webhook-subscription', id: subscriptionId }
    await recordAudit(sql, context, {
      action: 'delete-subscription',
      entity,
      before,
      after: null,
      employerId,
    })
    return {}
  })

/** The attempts of a subscription over time. */
const showStats: Action<typeof getSubscriptionStats | typeof getOwnStats, WebhookEnv> = async (context) => {
  const { read, caller, params, query, now } = context
  const { subscriptionId } = params
  const stored = await read(async (sql) => {
    await getSubscription(sql, ownerOf(caller), subscriptionId)
    return readStats(sql, [subscriptionId], stepsUntil(now, query.hours)[0]!)
  })
  return { body: toStatsView(subscriptionId, stored, now, query.hours) }
}

/** Routes for webhook subscriptions: of the Admin API for those of all employers, of the public API for the own ones. */
export const subscriptionRoutes: Route<WebhookEnv>[] = [
  route(endpoints.createSubscription, createSubscription),
  route(own.createOwnSubscription, createSubscription),
  route(endpoints.listSubscriptions, async ({ sql, params: { employerId }, service, requestId }) => {
    const rows = await listSubscriptions(sql, employerId)
    // An employer without subscriptions: only accounts can say whether it exists.
    if (rows.length === 0) await checkEmployer(service.call, employerId, requestId)
    return { body: rows.map(toSubscriptionView) }
  }),
  route(own.listOwnSubscriptions, async ({ sql, read, employerId, query, now }) => {
    const page = {
      total: await countSubscriptions(sql, employerId),
      page: query.page,
      pageSize: query.pageSize,
    }
    const items = await listSubscriptions(sql, employerId, offsetOf(query))
    if (query.include !== 'stats') return { body: { ...page, items: items.map(toSubscriptionView) } }
    const ids = items.map(({ id }) => id)
    const stored = await read((tx) => readStats(tx, ids, stepsUntil(now, DAY_HOURS)[0]!))
    const shown = items.map((row) => ({
      ...toSubscriptionView(row),
      included: { stats: toStatsView(row.id, stored, now, DAY_HOURS) },
    }))
    return { body: { ...page, items: shown } }
  }),
  route(own.getOwnSubscription, async ({ sql, employerId, params: { subscriptionId }, headers }) =>
    withEtag(headers, toSubscriptionView(await getSubscription(sql, { employerId }, subscriptionId))),
  ),
  route(endpoints.changeSubscription, changeSubscription),
  route(own.changeOwnSubscription, changeSubscription),
  route(endpoints.enableSubscription, setSubscriptionStatus('Active')),
  route(own.enableOwnSubscription, setSubscriptionStatus('Active')),
  route(endpoints.disableSubscription, setSubscriptionStatus('Disabled')),
  route(own.disableOwnSubscription, setSubscriptionStatus('Disabled')),
  route(endpoints.rotateSecret, rotateSecret),
  route(own.rotateOwnSecret, rotateSecret),
  route(endpoints.testSubscription, testSubscription),
  route(own.testOwnSubscription, testSubscription),
  route(endpoints.deleteSubscription, deleteSubscription),
  route(own.deleteOwnSubscription, deleteSubscription),
  route(getSubscriptionStats, showStats),
  route(getOwnStats, showStats),
]
