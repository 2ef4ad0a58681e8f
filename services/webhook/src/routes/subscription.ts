import * as own from '@jobboard/contracts/webhooks/own'
import * as endpoints from '@jobboard/contracts/webhooks/subscriptions'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { changeSubscription } from '../actions/change-subscription.ts'
import { createSubscription } from '../actions/create-subscription.ts'
import { deleteSubscription } from '../actions/delete-subscription.ts'
import { rotateSecret } from '../actions/rotate-secret.ts'
import { setSubscriptionStatus } from '../actions/set-subscription-status.ts'
import { testSubscription } from '../actions/test-subscription.ts'
import { stepsUntil } from '../domain/attempt-steps.ts'
import type { WebhookEnv } from '../env.ts'
import { checkEmployer } from '../peers/employer.ts'
import { readStats } from '../store/attempt-hour.ts'
import { getSubscription, listSubscriptionPage, listSubscriptions } from '../store/subscription.ts'
import { toStatsView } from '../wire/stats.ts'
import { toSubscriptionView } from '../wire/subscription.ts'

/** Hours of `include=stats` in lists. */
const DAY_HOURS = 24

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
    const { items, ...page } = await listSubscriptionPage(sql, employerId, query)
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
]
