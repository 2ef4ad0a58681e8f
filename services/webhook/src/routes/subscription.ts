import * as endpoints from '@jobboard/contracts/endpoints/webhook'
import { type Route, route } from '@jobboard/service/http/route'
import { changeSubscription } from '../actions/change-subscription.ts'
import { createSubscription } from '../actions/create-subscription.ts'
import { deleteSubscription } from '../actions/delete-subscription.ts'
import { rotateSecret } from '../actions/rotate-secret.ts'
import { setSubscriptionStatus } from '../actions/set-subscription-status.ts'
import { testSubscription } from '../actions/test-subscription.ts'
import type { WebhookEnv } from '../env.ts'
import { checkEmployer } from '../peers/employer.ts'
import { listSubscriptions } from '../store/subscription.ts'
import { toSubscriptionView } from '../wire/subscription.ts'

/** Routes of the Admin API for webhook subscriptions. */
export const subscriptionRoutes: Route<WebhookEnv>[] = [
  route(endpoints.createSubscription, createSubscription),
  route(endpoints.listSubscriptions, async ({ sql, params: { employerId }, service, requestId }) => {
    const rows = await listSubscriptions(sql, employerId)
    // An employer without subscriptions: only accounts can say whether it exists.
    if (rows.length === 0) await checkEmployer(service.call, employerId, requestId)
    return { body: rows.map(toSubscriptionView) }
  }),
  route(endpoints.changeSubscription, changeSubscription),
  route(endpoints.enableSubscription, setSubscriptionStatus('Active')),
  route(endpoints.disableSubscription, setSubscriptionStatus('Disabled')),
  route(endpoints.rotateSecret, rotateSecret),
  route(endpoints.testSubscription, testSubscription),
  route(endpoints.deleteSubscription, deleteSubscription),
]
