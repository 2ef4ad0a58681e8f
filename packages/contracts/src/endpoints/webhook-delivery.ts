import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idOf, pathIdOf } from '../ids.ts'
import { pageOf, pageQuery } from '../page.ts'
import { inOrder, timestamp, wireTimestamp } from '../text.ts'
import { deliveryId, subscribableEvents } from './webhook.ts'

const admin = { plane: 'admin', service: 'webhook' } as const

export const deliveryStatuses = ['Pending', 'Succeeded', 'DeadLettered', 'Cancelled'] as const
export const deliveryStatus = z
  .enum(deliveryStatuses)
  .describe(
    'Pending: attempts continue. Succeeded: the endpoint responded with 2xx. DeadLettered: given up after the last attempt. Cancelled: the subscription was deleted, or a test failed.',
  )

/** A delivery as lists show it. */
export const delivery = z.object({
  id: deliveryId,
  eventId: z.string().describe('Id of the event, the same in every delivery of it.'),
  event: z.string().describe('Name of the event, also `webhook.test`.'),
  status: deliveryStatus,
  failedAttempts: z.int().describe('Failed attempts since the delivery was started or redelivered.'),
  nextAttemptAt: wireTimestamp()
    .nullable()
    .describe('When the next attempt is due; null unless it is Pending.'),
  lastStatusCode: z.int().nullable().describe('Status of the last response; null without a response.'),
  createdAt: wireTimestamp().describe('When the delivery was created.'),
})

/** Whether a delivery waits for its subscription to be enabled (D-54). */
export const held = () =>
  z
    .boolean()
    .optional()
    .describe(
      'Whether it is Pending while its subscription is disabled: it is sent once that is enabled again.',
    )

/** Admin API */
export const listDeliveries = endpoint({
  ...admin,
  name: 'list-deliveries',
  method: 'GET',
  path: '/admin/v1/webhook-subscriptions/{subscriptionId}/deliveries',
  summary: 'List the deliveries of a subscription, newest first',
  params: z.object({ subscriptionId: pathIdOf('subscription') }),
  query: z
    .object({
      ...pageQuery,
      status: deliveryStatus.optional().describe('Only deliveries with this status.'),
      event: z
        .enum([...subscribableEvents, 'webhook.test'])
        .optional()
        .describe('Only deliveries of this event, of the newest 10 000 that match the other filters.'),
      since: timestamp().optional().describe('Only deliveries created from this time on.'),
      until: timestamp().optional().describe('Only deliveries created before this time.'),
    })
    .refine(inOrder('since', 'until'), { path: ['until'], error: 'must not be before since' }),
  status: 200,
  response: pageOf(delivery),
})

const attempt = z.object({
  number: z.int().describe('Number of the attempt, from 1.'),
  startedAt: wireTimestamp().describe('When the attempt started.'),
  durationMs: z.int().describe('Duration in milliseconds.'),
  statusCode: z.int().nullable().describe('Status of the response; null without a response.'),
  error: z
    .string()
    .nullable()
    .describe('Why there was no response, such as `timeout`; null with a response.'),
  responseBody: z.string().nullable().describe('The first 4 KiB of the response; null without a response.'),
})
const deliveryParams = z.object({ deliveryId: z.uuid().describe('Id of the delivery.') })

/** Admin API; 404 for an id that is not a UUID. */
export const getDelivery = endpoint({
  ...admin,
  name: 'get-delivery',
  method: 'GET',
  path: '/admin/v1/webhook-deliveries/{deliveryId}',
  summary: 'Read one delivery with its attempts',
  params: deliveryParams,
  hasEtag: true,
  status: 200,
  response: delivery
    .extend({
      attempts: z.array(attempt).describe('The attempts, first one first.'),
      subscriptionId: idOf('subscription'),
      isHeld: held(),
      body: z.string().describe('The body of every attempt: JSON, these characters in UTF-8.'),
    })
    .describe('The delivery with its body and its attempts.'),
})

/** Admin API; starts a new series of attempts under the same id. A pending delivery becomes due now. */
export const redeliver = endpoint({
  ...admin,
  name: 'redeliver',
  method: 'POST',
  path: '/admin/v1/webhook-deliveries/{deliveryId}/redeliver',
  summary: 'Deliver again, under the same delivery id',
  params: deliveryParams,
  description:
    'Starts a new series of attempts with the same id and the same bytes. A Pending delivery becomes due now instead of at its next attempt; an attempt in flight is the redelivery.',
  status: 202,
  response: z.object({ deliveryId }).describe('The delivery.'),
})
