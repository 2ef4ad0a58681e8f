import * as endpoints from '@jobboard/contracts/endpoints/webhook'
import { getEmployerFacts } from '@jobboard/contracts/internal/facts'
import { type Route, route } from '@jobboard/service/http/route'
import { changeSubscription } from '../actions/change-subscription.ts'
import { createSubscription } from '../actions/create-subscription.ts'
import { deleteSubscription } from '../actions/delete-subscription.ts'
import { disableSubscription } from '../actions/disable-subscription.ts'
import { enableSubscription } from '../actions/enable-subscription.ts'
import { rotateSecret } from '../actions/rotate-secret.ts'
import { testSubscription } from '../actions/test-subscription.ts'
import { toView } from '../domain/subscription.ts'
import type { WebhookEnv } from '../env.ts'
import { listSubscriptions } from '../store/subscription.ts'

/** Webhook subscriptions of the Admin API. */
export const subscriptionRoutes: Route<WebhookEnv>[] = [
  route(endpoints.createSubscription, createSubscription),
  route(endpoints.listSubscriptions, async ({ sql, params: { employerId }, service, requestId }) => {
    const rows = await listSubscriptions(sql, employerId)
    // Without a row only accounts knows whether there is such an employer.
    if (rows.length === 0) await service.call(getEmployerFacts, { params: { employerId } }, { requestId })
    return { body: rows.map(toView) }
  }),
  route(endpoints.changeSubscription, changeSubscription),
  route(endpoints.enableSubscription, enableSubscription),
  route(endpoints.disableSubscription, disableSubscription),
  route(endpoints.rotateSecret, rotateSecret),
  route(endpoints.testSubscription, testSubscription),
  route(endpoints.deleteSubscription, deleteSubscription),
]
