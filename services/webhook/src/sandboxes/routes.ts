import { ApiError } from '@jobboard/contracts/error'
import * as endpoints from '@jobboard/contracts/sandbox/endpoints'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { type Route, route } from '@jobboard/service/http/route'
import { restart } from '../deliveries/routes.ts'
import type { WebhookEnv } from '../env.ts'
import { lockSubscription } from '../subscriptions/store.ts'
import { replaceAnswers } from './store.ts'

/** The planned attempt of a pending delivery becomes due now; the ladder of retries counts on. */
const makeDeliveryDue = restart('make-delivery-due', (row, subscription) => {
  if (row.status !== 'Pending')
    throw notPending(`The delivery is ${row.status}; only a Pending one has a next attempt.`)
  if (subscription.status === 'Disabled')
    throw notPending(`Subscription ${subscription.id} is Disabled and holds its deliveries; enable it first.`)
})

function notPending(message: string): ApiError {
  return new ApiError('invalid_state', message)
}

const simulateReceiver = route(endpoints.simulateReceiver, (context) =>
  context.commit(async (sql) => {
    const { employerId, body } = context
    const { id } = await lockSubscription(sql, { employerId }, context.params.subscriptionId)
    const { status, delayMs, times } = body
    await replaceAnswers(sql, id, { statusCode: status === 'timeout' ? null : status, delayMs, times })
    const entity = { type: 'webhook-subscription', id }
    await recordAudit(sql, context, {
      action: 'simulate-receiver',
      entity,
      before: null,
      after: body,
      employerId,
    })
    return {}
  }),
)

/** What a test key does with webhooks of its sandbox. */
export const sandboxRoutes: Route<WebhookEnv>[] = [
  route(endpoints.makeDeliveryDue, makeDeliveryDue),
  simulateReceiver,
]
