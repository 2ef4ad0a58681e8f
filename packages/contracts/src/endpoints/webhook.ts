import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../page.ts'
import { id, line, pathId, wireTimestamp } from '../text.ts'

const admin = { plane: 'admin', service: 'webhook' } as const

/** Spec §6 */
export const webhookEvents = ['application.submitted', 'application.status_changed', 'job.expired'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const deliveryStatuses = ['Pending', 'Succeeded', 'DeadLettered', 'Cancelled'] as const

const employerParams = z.object({ employerId: pathId() })
const subscriptionParams = z.object({ subscriptionId: pathId() })
const subscription = z.object({
  id: id(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  status: z.enum(['Active', 'Disabled']),
  createdAt: wireTimestamp(),
})

/** Admin API; the secret is shown only here (Spec §6). */
export const createSubscription = endpoint({
  ...admin,
  name: 'create-subscription',
  method: 'POST',
  path: '/admin/v1/employers/{employerId}/webhook-subscriptions',
  summary: 'Register an endpoint for signed webhooks',
  params: employerParams,
  body: z.object({
    url: line(2_000).min(1, 'must not be empty'),
    events: z
      .array(z.enum(webhookEvents))
      .min(1)
      .nullish()
      .transform((events) => [...new Set(events ?? webhookEvents)]),
  }),
  status: 201,
  answersSecret: true,
  answer: subscription.extend({ signingSecret: z.string() }),
})

/** Admin API */
export const listSubscriptions = endpoint({
  ...admin,
  name: 'list-subscriptions',
  method: 'GET',
  path: '/admin/v1/employers/{employerId}/webhook-subscriptions',
  summary: 'List the webhook subscriptions of an employer',
  params: employerParams,
  status: 200,
  answer: z.array(
    subscription.extend({ disabledReason: z.string().nullable(), consecutiveFailures: z.int() }),
  ),
})

/** Admin API; what is still to be delivered is cancelled. */
export const deleteSubscription = endpoint({
  ...admin,
  name: 'delete-subscription',
  method: 'DELETE',
  path: '/admin/v1/webhook-subscriptions/{subscriptionId}',
  summary: 'Delete a webhook subscription',
  params: subscriptionParams,
  status: 204,
})

/** Admin API */
export const listDeliveries = endpoint({
  ...admin,
  name: 'list-deliveries',
  method: 'GET',
  path: '/admin/v1/webhook-subscriptions/{subscriptionId}/deliveries',
  summary: 'List the deliveries of a subscription, newest first',
  params: subscriptionParams,
  query: z.object({ ...pageQuery, status: z.enum(deliveryStatuses).optional() }),
  status: 200,
  answer: pageOf(
    z.object({
      id: z.string(),
      eventId: z.string(),
      event: z.string(),
      status: z.enum(deliveryStatuses),
      failedAttempts: z.int(),
      nextAttemptAt: wireTimestamp().nullable(),
      lastStatusCode: z.int().nullable(),
      createdAt: wireTimestamp(),
    }),
  ),
})
