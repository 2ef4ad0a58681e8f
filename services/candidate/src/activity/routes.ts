import { recordActivity as recordActivityEndpoint } from '@jobboard/contracts/candidates/internal'
import type { Endpoint } from '@jobboard/contracts/endpoint'
import { type Action, type Route, route } from '@jobboard/service/http/route'
import type { BaseEnv } from '@jobboard/service/lifecycle/env'
import { type PendingActivity, recordActivity } from './actions.ts'

/** A route that records activity. */
export type OwnRoute = Route<BaseEnv, PendingActivity>

/** An endpoint of the candidate's own data. Every successful call counts as activity (D-42). `Held`: what else of the
 * service's memory the action uses. */
export function own<E extends Endpoint, Held = unknown>(
  endpoint: E,
  action: Action<E, BaseEnv, Held>,
): Route<BaseEnv, PendingActivity & Held> {
  return route<E, BaseEnv, PendingActivity & Held>(endpoint, async (context) => {
    const reply = await action(context)
    recordActivity(context.service, context.candidateId, context.now)
    return reply
  })
}

/** For jobs, after candidates have read jobs. */
export const activityRoutes: OwnRoute[] = [
  route(recordActivityEndpoint, async ({ service, body }) => {
    for (const { candidateId, at } of body.activity) recordActivity(service, candidateId, at)
    return {}
  }),
]
