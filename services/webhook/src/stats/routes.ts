import { getOwnStats, getSubscriptionStats } from '@jobboard/contracts/webhooks/deliveries'
import { type Action, type Route, route } from '@jobboard/service/http/route'
import type { WebhookEnv } from '../env.ts'
import { getSubscription, ownerOf } from '../subscriptions/store.ts'
import { stepsUntil, toStatsView } from './stats.ts'
import { readStats as readStored } from './store.ts'

const readStats: Action<typeof getSubscriptionStats | typeof getOwnStats, WebhookEnv> = async ({
  read,
  caller,
  params: { subscriptionId },
  query: { hours },
  now,
}) => {
  const stored = await read(async (sql) => {
    await getSubscription(sql, ownerOf(caller), subscriptionId)
    return readStored(sql, [subscriptionId], stepsUntil(now, hours)[0]!)
  })
  return { body: toStatsView(subscriptionId, stored, now, hours) }
}

/** The attempts of a subscription over time, of the Admin API for any, of the public API for the own ones. */
export const statsRoutes: Route<WebhookEnv>[] = [
  route(getSubscriptionStats, readStats),
  route(getOwnStats, readStats),
]
