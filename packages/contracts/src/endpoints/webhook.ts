import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../page.ts'
import { id, line, patch, pathId, wireTimestamp } from '../text.ts'

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
const subscriptionState = subscription.extend({
  disabledReason: z.string().nullable(),
  consecutiveFailures: z.int(),
})
const url = line(2_000).min(1, 'must not be empty')
/** A delivery as lists show it. */
export const delivery = z.object({
  id: z.string(),
  eventId: z.string(),
  event: z.string(),
  status: z.enum(deliveryStatuses),
  failedAttempts: z.int(),
  nextAttemptAt: wireTimestamp().nullable(),
  lastStatusCode: z.int().nullable(),
  createdAt: wireTimestamp(),
})

/** Admin API; the secret is returned only here (Spec §6). */
export const createSubscription = endpoint({
  ...admin,
  name: 'create-subscription',
  method: 'POST',
  path: '/admin/v1/employers/{employerId}/webhook-subscriptions',
  summary: 'Register an endpoint for signed webhooks',
  params: employerParams,
  body: z.object({
    url,
    events: z
      .array(z.enum(webhookEvents))
      .min(1)
      .nullish()
      .transform((events) => [...new Set(events ?? webhookEvents)]),
  }),
  status: 201,
  returnsSecret: true,
  response: subscription.extend({ signingSecret: z.string() }),
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
  response: z.array(subscriptionState),
})

/** Admin API; pending deliveries go to the new URL. */
export const changeSubscription = endpoint({
  ...admin,
  name: 'change-subscription',
  method: 'PUT',
  path: '/admin/v1/webhook-subscriptions/{subscriptionId}',
  summary: 'Change the URL or the events of a webhook subscription',
  params: subscriptionParams,
  body: z.object({ url: patch(url), events: patch(z.array(z.enum(webhookEvents)).min(1)) }),
  status: 200,
  response: subscriptionState,
})

/** Admin API; resets the failure count and delivers held events (D-54). Idempotent. */
export const enableSubscription = endpoint({
  ...admin,
  name: 'enable-subscription',
  method: 'POST',
  path: '/admin/v1/webhook-subscriptions/{subscriptionId}/enable',
  summary: 'Enable a webhook subscription again; held deliveries go out',
  params: subscriptionParams,
  status: 200,
  response: subscriptionState,
})

/** Admin API; deliveries are held until it is enabled again (D-54). Idempotent. */
export const disableSubscription = endpoint({
  ...admin,
  name: 'disable-subscription',
  method: 'POST',
  path: '/admin/v1/webhook-subscriptions/{subscriptionId}/disable',
  summary: 'Disable a webhook subscription; deliveries are held',
  params: subscriptionParams,
  status: 200,
  response: subscriptionState,
})

/** Admin API; deliveries carry both signatures for `overlapSeconds` (D-53). */
export const rotateSecret = endpoint({
  ...admin,
  name: 'rotate-secret',
  method: 'POST',
  path: '/admin/v1/webhook-subscriptions/{subscriptionId}/rotate-secret',
  summary: 'Replace the signing secret',
  params: subscriptionParams,
  body: z
    .object({ overlapSeconds: z.int().min(0).max(2_592_000).nullish() })
    .nullish()
    .transform((body) => ({ overlapSeconds: body?.overlapSeconds ?? 86_400 })),
  status: 200,
  returnsSecret: true,
  response: z.object({ signingSecret: z.string() }),
})

/** Admin API; one attempt, not counted (D-54). 400 invalid_state while it is disabled. */
export const testSubscription = endpoint({
  ...admin,
  name: 'test-subscription',
  method: 'POST',
  path: '/admin/v1/webhook-subscriptions/{subscriptionId}/test',
  summary: 'Send a signed webhook.test event',
  params: subscriptionParams,
  status: 202,
  response: z.object({ deliveryId: z.string() }),
})

/** Admin API; pending deliveries are cancelled. */
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
  response: pageOf(delivery),
})

const deliveryParams = z.object({ deliveryId: z.uuid() })

/** Admin API; 404 for an id that is not a UUID. */
export const getDelivery = endpoint({
  ...admin,
  name: 'get-delivery',
  method: 'GET',
  path: '/admin/v1/webhook-deliveries/{deliveryId}',
  summary: 'Read one delivery with its attempts',
  params: deliveryParams,
  status: 200,
  response: delivery.extend({
    attempts: z.array(
      z.object({
        number: z.int(),
        startedAt: wireTimestamp(),
        durationMs: z.int(),
        statusCode: z.int().nullable(),
        error: z.string().nullable(),
        responseBody: z.string().nullable(),
      }),
    ),
  }),
})

/** Admin API; starts a new series of attempts under the same id. A pending delivery becomes due now (P-182). */
export const redeliver = endpoint({
  ...admin,
  name: 'redeliver',
  method: 'POST',
  path: '/admin/v1/webhook-deliveries/{deliveryId}/redeliver',
  summary: 'Deliver again, under the same delivery id',
  params: deliveryParams,
  status: 202,
  response: z.object({ deliveryId: z.string() }),
})
