import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_COUNTED_DELIVERIES } from '../limits.ts'
import { wireTimestamp } from '../text.ts'
import { subscriptionState } from './webhook.ts'
import { listDeliveries } from './webhook-delivery.ts'

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
const subscriptionStats = z.object({
  steps: z
    .array(
      z.object({
        startsAt: wireTimestamp().describe('When the hour or the UTC day begins.'),
        ...counts,
      }),
    )
    .describe('Oldest first, also those without attempts.'),
  total: z.object(counts).describe('The same over all of them.'),
  pending: z.int().describe(`Deliveries that wait for an attempt, counted up to ${MAX_COUNTED_DELIVERIES}.`),
  nextAttemptAt: wireTimestamp()
    .nullable()
    .describe('When the first of them is due, while the subscription is Active; null without any.'),
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
  .describe('A webhook subscription, without its secret. It has `included` only with `include`.')
export const statsInclude = z
  .literal('stats')
  .optional()
  .describe('`stats`: `included` of each has its attempts of the last 24 hours by hour.')

/** Admin API. The attempts of a subscription over time. */
export const getSubscriptionStats = endpoint({
  plane: 'admin',
  service: 'webhook',
  name: 'get-subscription-stats',
  method: 'GET',
  path: '/admin/v1/webhook-subscriptions/{subscriptionId}/stats',
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
      .describe('24: by hour, the present one included. 168 and 720: the last 7 and 30 UTC days by day.'),
  }),
  status: 200,
  response: subscriptionStats.describe('The attempts of the subscription, and what waits.'),
})

/** The same for the own subscriptions. */
export const getOwnStats = endpoint({
  ...getSubscriptionStats,
  plane: 'public',
  keys: ['recruiter'],
  scopes: ['Webhooks'],
  limit: 'applications',
  name: 'get-webhook-stats',
  path: '/api/v1/webhook-subscriptions/{subscriptionId}/stats',
})
