import { getOwnStats, getSubscriptionStats } from '@jobboard/contracts/endpoints/webhook-stats'
import { type Action, type Route, route } from '@jobboard/service/http/route'
import { stepsUntil, toSteps } from '../domain/attempt-steps.ts'
import { ownerOf } from '../domain/owner.ts'
import type { WebhookEnv } from '../env.ts'
import { getPending, listAttemptHours } from '../store/attempt-hour.ts'
import { getSubscription } from '../store/subscription.ts'

const readStats: Action<typeof getSubscriptionStats | typeof getOwnStats, WebhookEnv> = async ({
  read,
  caller,
  params: { subscriptionId },
  query: { hours },
  now,
}) => {
  const [rows, { pending, nextAttemptAt }] = await read(async (sql) => {
    await getSubscription(sql, ownerOf(caller), subscriptionId)
    // Sent together.
    return Promise.all([
      listAttemptHours(sql, subscriptionId, stepsUntil(now, hours)[0]!),
      getPending(sql, subscriptionId),
    ])
  })
  const { steps, total } = toSteps(rows, now, hours)
  const shown = steps.map((step) => ({ ...step, startsAt: step.startsAt.toISOString() }))
  return { body: { steps: shown, total, pending, nextAttemptAt: nextAttemptAt?.toISOString() ?? null } }
}

/** P-480: the attempts of a subscription over time, of the Admin API for any, of the public API for the own ones. */
export const statsRoutes: Route<WebhookEnv>[] = [
  route(getSubscriptionStats, readStats),
  route(getOwnStats, readStats),
]
