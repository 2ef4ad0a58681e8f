import type { Endpoint } from '@jobboard/contracts/endpoint'
import { type Action, type Route, route } from '@jobboard/service/http/route'
import { recordActivity } from '../store/activity.ts'

/** An endpoint of the candidate's own data. Every successful call counts as activity (D-42). */
export function own<E extends Endpoint>(endpoint: E, action: Action<E>): Route {
  return route(endpoint, async (context) => {
    const reply = await action(context)
    recordActivity(context.service, context.candidateId, context.now)
    return reply
  })
}
