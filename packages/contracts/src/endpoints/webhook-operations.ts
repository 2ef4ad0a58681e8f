import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idOf, pathIdOf } from '../ids.ts'
import { MAX_DELIVERY_DEPTH } from '../limits.ts'
import { pageOf, pageQuery } from '../page.ts'
import { id, timestamp } from '../text.ts'
import { delivery, deliveryStatus, held } from './webhook-delivery.ts'

const admin = { plane: 'admin', service: 'webhook' } as const
const queryId = () =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,9}$/, 'must be an id, such as 12')
    .transform(Number)
    .pipe(id())
    .meta({ type: 'integer', minimum: 1 })

/** Admin API. Deliveries of deleted subscriptions are included; they are `Cancelled` unless they had finished. */
export const listAllDeliveries = endpoint({
  ...admin,
  name: 'list-all-deliveries',
  method: 'GET',
  path: '/admin/v1/webhook-deliveries',
  summary: 'List the deliveries of all subscriptions, newest first',
  description: 'Deliveries of deleted subscriptions are included.',
  query: z
    .object({
      ...pageQuery,
      status: deliveryStatus.optional().describe('Only deliveries with this status.'),
      employerId: queryId().optional().describe('Only deliveries of the subscriptions of this employer.'),
      subscriptionId: queryId().optional().describe('Only deliveries of this subscription.'),
      since: timestamp().optional().describe('Only deliveries created from this time on.'),
    })
    .refine(({ page, pageSize }) => page * pageSize <= MAX_DELIVERY_DEPTH, {
      path: ['page'],
      error: `must not reach past ${MAX_DELIVERY_DEPTH} deliveries; narrow the list by since, status, employerId or subscriptionId`,
    }),
  status: 200,
  response: pageOf(
    delivery
      .extend({
        subscriptionId: idOf('subscription'),
        employerId: idOf('employer'),
        isHeld: held(),
      })
      .describe('A delivery with its subscription and the employer of it.'),
  ),
})

/** Admin API. `since` compares with `createdAt` of a delivery; pending and succeeded ones are not touched. */
export const recoverDeliveries = endpoint({
  ...admin,
  name: 'recover-deliveries',
  method: 'POST',
  path: '/admin/v1/webhook-subscriptions/{subscriptionId}/recover',
  summary: 'Deliver everything again that was given up since a time',
  description:
    'Every DeadLettered or Cancelled delivery of the subscription that was created since then, tests excepted, becomes due now, with the same id and the same bytes. A repeated call continues where an interrupted one stopped.',
  params: z.object({ subscriptionId: pathIdOf('subscription') }),
  body: z
    .object({ since: timestamp().describe('Deliveries created from this time on.') })
    .describe('What to deliver again.'),
  status: 202,
  response: z
    .object({ count: z.int().describe('Number of deliveries that are due now.') })
    .describe('What the call made due.'),
})
