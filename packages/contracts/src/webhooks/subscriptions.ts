import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idOf, line, patch, pathIdOf, wireTimestamp } from '../text.ts'
import { defaultEvents, webhookEvent } from './public-events.ts'

const employerParams = z.object({ employerId: pathIdOf('employer') })
const subscriptionParams = z.object({ subscriptionId: pathIdOf('subscription') })
export const subscriptionStatus = z.enum(['Active', 'Disabled']).meta({
  id: 'SubscriptionStatus',
  description: 'Active: events are delivered. Disabled: deliveries are held until it is enabled again.',
})
const texts = {
  url: 'Address of the receiver: https, without credentials, a host name with a dot or a public address, port 443 or above 1023.',
  events: 'The events to deliver, at least one.',
  overlap: 'Seconds for which deliveries are signed with the old secret too',
} as const
const subscriptionFields = z.object({
  id: idOf('subscription'),
  url: z.string().describe(texts.url),
  events: z.array(webhookEvent).describe('The events that are delivered.'),
  status: subscriptionStatus,
  createdAt: wireTimestamp().describe('When the subscription was registered.'),
})

const targetExample = {
  url: 'https://hooks.example.com/job-board',
  events: ['application.submitted', 'job.expired'],
}
const subscriptionExample = {
  id: 2,
  ...targetExample,
  status: 'Active',
  createdAt: '2026-03-01T08:00:00.000Z',
}
/** The subscription of the examples. */
export const stateExample = {
  ...subscriptionExample,
  disabledReason: null,
  consecutiveFailures: 0,
  previousSecretUntil: null,
}

export const subscriptionState = subscriptionFields
  .extend({
    disabledReason: z.string().nullable().describe('Why it is disabled; null while it is Active.'),
    consecutiveFailures: z
      .int()
      .describe('Failed attempts in a row over all its deliveries; the tenth disables the subscription.'),
    previousSecretUntil: wireTimestamp()
      .nullable()
      .describe(
        'Until when the secret before the last rotation signs deliveries too; null before the first rotation.',
      ),
  })
  .meta({
    id: 'WebhookSubscription',
    description: 'A webhook subscription, without its secret.',
    example: stateExample,
  })
const signingSecret = z.string().meta({
  description:
    'The key of the HMACs that sign deliveries: `whsec_` and the base64 of 32 random bytes. It is shown only here and cannot be read again.',
  example: 'whsec_EXAMPLE',
})
const url = line(2_000).min(1, 'must not be empty').describe(texts.url)
export const deliveryId = z.string().meta({
  description: 'Id of the delivery, the same in every attempt; sent as `X-Webhook-Delivery-Id`.',
  example: '5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11',
})
const badTarget = {
  when: 'A field is invalid, or `url` is not https, has credentials, no host name with a dot, a port below 1024 other than 443, or names a private address.',
  message: 'url: must begin with https://.',
}
export const createSubscription = endpoint('POST /admin/v1/employers/{employerId}/webhook-subscriptions', {
  service: 'webhook',
  name: 'create-subscription',
  summary: 'Register an endpoint for signed webhooks',
  params: employerParams,
  description: 'Events that happen from then on are delivered.',
  body: z
    .object({
      url,
      events: z
        .array(webhookEvent)
        .min(1)
        .nullish()
        .transform((events) => [...new Set(events ?? defaultEvents)])
        .describe(`${texts.events} Absent or null: ${defaultEvents.join(', ')}.`),
    })
    .meta({ description: 'The receiver to register.', example: targetExample }),
  status: 201,
  returnsSecret: true,
  response: subscriptionFields.extend({ signingSecret }).meta({
    description: 'The subscription with its secret.',
    example: { ...subscriptionExample, signingSecret: 'whsec_EXAMPLE' },
  }),
  refusals: { invalid_request: badTarget },
})

export const listSubscriptions = endpoint('GET /admin/v1/employers/{employerId}/webhook-subscriptions', {
  service: 'webhook',
  name: 'list-subscriptions',
  summary: 'List the webhook subscriptions of an employer',
  params: employerParams,
  response: z.array(subscriptionState).describe('The subscriptions of the employer.'),
})

export const changeSubscription = endpoint('PUT /admin/v1/webhook-subscriptions/{subscriptionId}', {
  service: 'webhook',
  name: 'change-subscription',
  summary: 'Change the URL or the events of a webhook subscription',
  params: subscriptionParams,
  description: 'Pending deliveries go to the new URL.',
  body: z
    .object({
      url: patch(url).describe(texts.url),
      events: patch(z.array(webhookEvent).min(1)).describe(texts.events),
    })
    .meta({
      description: 'Any subset of the fields. A field that is absent or null stays as it is.',
      example: { events: ['application.submitted', 'job.expired'] },
    }),
  response: subscriptionState,
  refusals: { invalid_request: badTarget },
})

export const enableSubscription = endpoint('POST /admin/v1/webhook-subscriptions/{subscriptionId}/enable', {
  service: 'webhook',
  name: 'enable-subscription',
  summary: 'Enable a webhook subscription again; held deliveries go out',
  description:
    'Resets the count of failures. Held deliveries become due, those that waited for a retry within a minute. Enabling an Active subscription changes nothing.',
  params: subscriptionParams,
  response: subscriptionState,
})

export const disableSubscription = endpoint('POST /admin/v1/webhook-subscriptions/{subscriptionId}/disable', {
  service: 'webhook',
  name: 'disable-subscription',
  summary: 'Disable a webhook subscription; deliveries are held',
  description: 'Until it is enabled again; attempts in flight finish. Disabling it again changes nothing.',
  params: subscriptionParams,
  response: subscriptionState,
  example: {
    response: { ...stateExample, status: 'Disabled', disabledReason: 'disabled by an operator' },
  },
})

export const rotateSecret = endpoint('POST /admin/v1/webhook-subscriptions/{subscriptionId}/rotate-secret', {
  service: 'webhook',
  name: 'rotate-secret',
  summary: 'Replace the signing secret',
  params: subscriptionParams,
  body: z
    .object({
      overlapSeconds: z
        .int()
        .min(0)
        .max(2_592_000)
        .nullish()
        .describe(`${texts.overlap}, at most 2592000 (30 days). Absent or null: 86400 (1 day).`),
    })
    .nullish()
    .transform((body) => ({ overlapSeconds: body?.overlapSeconds ?? 86_400 }))
    .meta({
      description: 'How long the old secret still signs; may be absent.',
      example: { overlapSeconds: 86_400 },
    }),
  returnsSecret: true,
  response: z.object({ signingSecret }).describe('The new secret.'),
})

export const testSubscription = endpoint('POST /admin/v1/webhook-subscriptions/{subscriptionId}/test', {
  service: 'webhook',
  name: 'test-subscription',
  summary: 'Send a signed webhook.test event',
  params: subscriptionParams,
  description: 'One attempt, which is neither retried nor counted.',
  status: 202,
  response: z.object({ deliveryId }).describe('The delivery of the test event.'),
  refusals: {
    invalid_state: {
      when: 'The subscription is Disabled.',
      message:
        'The subscription is disabled, so the test event would be held. Enable the subscription first.',
    },
  },
})

export const deleteSubscription = endpoint('DELETE /admin/v1/webhook-subscriptions/{subscriptionId}', {
  service: 'webhook',
  name: 'delete-subscription',
  summary: 'Delete a webhook subscription',
  description: 'Pending deliveries are Cancelled.',
  params: subscriptionParams,
  status: 204,
})
