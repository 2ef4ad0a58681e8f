import { z } from 'zod'
import { endpoint, exampleOf } from '../endpoint.ts'
import {
  EVENT_FEED_DAYS,
  MAX_ATTEMPTS_PER_DELIVERY,
  MAX_COUNTED_DELIVERIES,
  MAX_DELIVERY_DEPTH,
  MAX_SHOWN_ATTEMPTS,
} from '../limits.ts'
import { pageOf, pageQuery } from '../page.ts'
import { worldQuery } from '../sandbox/sandbox.ts'
import { id, idOf, inOrder, pathIdOf, timestamp, wireTimestamp } from '../text.ts'
import { subscribableEvents, webhookExamples } from './public-events.ts'
import { deliveryId, stateExample, subscriptionState } from './subscriptions.ts'

export const deliveryStatuses = ['Pending', 'Succeeded', 'DeadLettered', 'Cancelled'] as const
export const deliveryStatus = z.enum(deliveryStatuses).meta({
  id: 'DeliveryStatus',
  description:
    'Pending: attempts continue. Succeeded: the endpoint responded with 2xx. DeadLettered: given up after the last attempt. Cancelled: the subscription was deleted, or a test failed.',
})

const example = {
  id: '5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11',
  eventId: '7d2f4c1a-0a6b-4d0f-9d5b-0c7f4f1f9a10',
  event: 'application.submitted',
  status: 'Succeeded',
  failedAttempts: 0,
  nextAttemptAt: null,
  lastStatusCode: 200,
  createdAt: '2026-03-01T10:00:00.000Z',
}

/** A delivery as lists show it. */
export const delivery = z
  .object({
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
  .meta({ example: example })

/** Whether a delivery waits for its subscription to be enabled (D-54). */
export const held = () =>
  z
    .boolean()
    .optional()
    .describe(
      'Whether it is Pending while its subscription is disabled: it is sent once that is enabled again.',
    )

export const listDeliveries = endpoint('GET /admin/v1/webhook-subscriptions/{subscriptionId}/deliveries', {
  service: 'webhook',
  name: 'list-deliveries',
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
  response: pageOf(delivery).meta({ id: 'WebhookDeliveryPage' }),
  example: { query: { status: 'Succeeded', page: 1, pageSize: 50 } },
})

const attempt = z
  .object({
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
  .meta({
    example: {
      number: 1,
      startedAt: '2026-03-01T10:00:00.000Z',
      durationMs: 84,
      statusCode: 200,
      error: null,
      responseBody: 'ok',
    },
  })
const deliveryParams = z.object({
  deliveryId: z
    .uuid()
    .meta({ description: 'Id of the delivery.', example: '5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11' }),
})

export const getDelivery = endpoint('GET /admin/v1/webhook-deliveries/{deliveryId}', {
  service: 'webhook',
  name: 'get-delivery',
  summary: 'Read one delivery with its attempts',
  params: deliveryParams,
  hasEtag: true,
  response: delivery
    .extend({
      attempts: z.array(attempt).describe(`The newest ${MAX_SHOWN_ATTEMPTS} attempts, first one first.`),
      subscriptionId: idOf('subscription'),
      isHeld: held(),
      body: z.string().describe('The body of every attempt: JSON, these characters in UTF-8.'),
    })
    .meta({
      description: 'The delivery with its body and its attempts.',
      example: {
        ...example,
        attempts: exampleOf(z.array(attempt)),
        subscriptionId: 2,
        body: JSON.stringify(webhookExamples['application.submitted']),
      },
    }),
})

/** Why a finished delivery starts no new series of attempts. */
export const tooManyAttempts = {
  when: `The delivery is not Pending and has had ${MAX_ATTEMPTS_PER_DELIVERY} attempts.`,
  message: `The delivery has had ${MAX_ATTEMPTS_PER_DELIVERY} attempts, the limit; a replay to its subscription sends the event as a new delivery, up to ${EVENT_FEED_DAYS} days after it happened.`,
}

export const redeliver = endpoint('POST /admin/v1/webhook-deliveries/{deliveryId}/redeliver', {
  service: 'webhook',
  name: 'redeliver',
  summary: 'Deliver again, under the same delivery id',
  params: deliveryParams,
  description:
    'Starts a new series of attempts with the same id and the same bytes. A Pending delivery becomes due now instead of at its next attempt; an attempt in flight is the redelivery.',
  status: 202,
  response: z.object({ deliveryId }).describe('The delivery.'),
  refusals: { invalid_state: tooManyAttempts },
})

const queryId = () =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,9}$/, 'must be an id, such as 12')
    .transform(Number)
    .pipe(id())
    .meta({ type: 'integer', minimum: 1 })

export const listAllDeliveries = endpoint('GET /admin/v1/webhook-deliveries', {
  service: 'webhook',
  name: 'list-all-deliveries',
  summary: 'List the deliveries of all subscriptions, newest first',
  description: 'Deliveries of deleted subscriptions are included.',
  query: z
    .object({
      ...pageQuery,
      status: deliveryStatus.optional().describe('Only deliveries with this status.'),
      employerId: queryId().optional().describe('Only deliveries of the subscriptions of this employer.'),
      subscriptionId: queryId().optional().describe('Only deliveries of this subscription.'),
      since: timestamp().optional().describe('Only deliveries created from this time on.'),
      world: worldQuery,
    })
    .refine(({ page, pageSize }) => page * pageSize <= MAX_DELIVERY_DEPTH, {
      path: ['page'],
      error: `must not reach past ${MAX_DELIVERY_DEPTH} deliveries; narrow the list by since, status, employerId or subscriptionId`,
    }),
  response: pageOf(
    delivery
      .extend({
        subscriptionId: idOf('subscription'),
        employerId: idOf('employer'),
        isHeld: held(),
      })
      .describe('A delivery with its subscription and the employer of it.'),
  ),
  example: {
    query: { status: 'Succeeded', employerId: 1, since: '2026-03-01T00:00:00Z', page: 1, pageSize: 50 },
    response: {
      total: 1,
      page: 1,
      pageSize: 50,
      items: [{ ...example, subscriptionId: 2, employerId: 1 }],
    },
  },
})

export const recoverDeliveries = endpoint('POST /admin/v1/webhook-subscriptions/{subscriptionId}/recover', {
  service: 'webhook',
  name: 'recover-deliveries',
  summary: 'Deliver everything again that was given up since a time',
  description: `Every DeadLettered or Cancelled delivery of the subscription that was created since then, tests and those that have had ${MAX_ATTEMPTS_PER_DELIVERY} attempts excepted, becomes due now, with the same id and the same bytes. A repeated call continues where an interrupted one stopped.`,
  params: z.object({ subscriptionId: pathIdOf('subscription') }),
  body: z
    .object({ since: timestamp().describe('Deliveries created from this time on.') })
    .meta({ description: 'What to deliver again.', example: { since: '2026-03-01T00:00:00Z' } }),
  status: 202,
  response: z
    .object({ count: z.int().describe('Number of deliveries that are due now.') })
    .meta({ description: 'What the call made due.', example: { count: 12 } }),
})

/** How many hours back the figures of a subscription can reach. */
export const statsHours = [24, 168, 720] as const

const duration = (share: string) =>
  z
    .int()
    .nullable()
    .describe(
      `${share} of the attempts took at most this long, in ms, to within 10 %; null without attempts.`,
    )

const counts = {
  succeeded: z.int().describe('Attempts that got a 2xx.'),
  failed: z.int().describe('All other attempts.'),
  p50Ms: duration('Half'),
  p95Ms: duration('95 %'),
}

/** The attempts of a subscription over a time, and what waits. */
const subscriptionStats = z
  .object({
    steps: z
      .array(
        z.object({
          startsAt: wireTimestamp().describe('When the hour or the UTC day begins.'),
          ...counts,
        }),
      )
      .describe('Oldest first, also those without attempts.'),
    total: z.object(counts).describe('The same over all of them.'),
    pending: z
      .int()
      .describe(`Deliveries that wait for an attempt, counted up to ${MAX_COUNTED_DELIVERIES}.`),
    nextAttemptAt: wireTimestamp()
      .nullable()
      .describe('When the first of them is due, while the subscription is Active; null without any.'),
  })
  .meta({
    example: {
      steps: [
        { startsAt: '2026-03-01T10:00:00.000Z', succeeded: 41, failed: 1, p50Ms: 85, p95Ms: 430 },
        { startsAt: '2026-03-01T11:00:00.000Z', succeeded: 0, failed: 0, p50Ms: null, p95Ms: null },
      ],
      total: { succeeded: 41, failed: 1, p50Ms: 85, p95Ms: 430 },
      pending: 1,
      nextAttemptAt: '2026-03-01T11:05:00.000Z',
    },
  })

/** A subscription in a list. */
export const listedSubscription = subscriptionState
  .extend({
    included: z
      .object({
        stats: subscriptionStats.describe('The attempts of the last 24 hours by hour, and what waits.'),
      })
      .optional()
      .describe('What `include` names; absent without it.'),
  })
  .meta({
    description: 'A webhook subscription, without its secret. It has `included` only with `include`.',
    example: stateExample,
  })
export const statsInclude = z
  .literal('stats')
  .optional()
  .describe('`stats`: `included` of each has its attempts of the last 24 hours by hour.')

export const getSubscriptionStats = endpoint('GET /admin/v1/webhook-subscriptions/{subscriptionId}/stats', {
  service: 'webhook',
  name: 'get-subscription-stats',
  summary: 'Count the attempts of a subscription by hour or day, with their durations',
  description:
    'Each attempt counts in the hour or UTC day in which it started. Tests do not count. Attempts are counted from the release on that has this endpoint.',
  params: listDeliveries.params!,
  query: z.object({
    hours: z
      .enum(statsHours.map(String) as ['24', '168', '720'])
      .transform(Number)
      .meta({ type: 'integer', enum: [...statsHours] })
      .default(24)
      .meta({
        description: '24: by hour, the present one included. 168 and 720: the last 7 and 30 UTC days by day.',
        example: 24,
      }),
  }),
  response: subscriptionStats.describe('The attempts of the subscription, and what waits.'),
})

export const getOwnStats = endpoint('GET /api/v1/webhook-subscriptions/{subscriptionId}/stats', {
  ...getSubscriptionStats,
  keys: ['recruiter'],
  scopes: ['Webhooks'],
  limit: 'applications',
  name: 'get-webhook-stats',
})
