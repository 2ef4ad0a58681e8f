import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_DELIVERY_DEPTH } from '../limits.ts'
import { pageOf, pageQuery } from '../page.ts'
import { id, pathId, timestamp } from '../text.ts'
import { delivery, deliveryStatuses } from './webhook.ts'

const admin = { plane: 'admin', service: 'webhook' } as const
const queryId = () =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,9}$/, 'must be an id, such as 12')
    .transform(Number)
    .pipe(id())
    .meta({ type: 'integer', minimum: 1 })

/** Admin API. Deliveries of deleted subscriptions are included; they are `Cancelled` unless they had finished (P-180). */
export const listAllDeliveries = endpoint({
  ...admin,
  name: 'list-all-deliveries',
  method: 'GET',
  path: '/admin/v1/webhook-deliveries',
  summary: 'List the deliveries of all subscriptions, newest first',
  query: z
    .object({
      ...pageQuery,
      status: z.enum(deliveryStatuses).optional(),
      employerId: queryId().optional(),
      subscriptionId: queryId().optional(),
      since: timestamp().optional(),
    })
    .refine(({ page, pageSize }) => page * pageSize <= MAX_DELIVERY_DEPTH, {
      path: ['page'],
      error: `must not reach past ${MAX_DELIVERY_DEPTH} deliveries; narrow the list by since, status, employerId or subscriptionId`,
    }),
  status: 200,
  response: pageOf(delivery.extend({ subscriptionId: id(), employerId: id() })),
})

/** Admin API. `since` compares with `createdAt` of a delivery; pending and succeeded ones are not touched (P-181). */
export const recoverDeliveries = endpoint({
  ...admin,
  name: 'recover-deliveries',
  method: 'POST',
  path: '/admin/v1/webhook-subscriptions/{subscriptionId}/recover',
  summary: 'Deliver everything again that was given up since a time',
  params: z.object({ subscriptionId: pathId() }),
  body: z.object({ since: timestamp() }),
  status: 202,
  response: z.object({ count: z.int() }),
})
