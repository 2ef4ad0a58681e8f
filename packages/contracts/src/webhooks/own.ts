import { z } from 'zod'
import { type Endpoint, endpoint } from '../endpoint.ts'
import {
  EVENT_FEED_DAYS,
  MAX_DELIVERY_DEPTH,
  MAX_PENDING_IN_REPLAY,
  MAX_REPLAYED_EVENTS,
  MAX_SUBSCRIPTIONS_PER_EMPLOYER,
} from '../limits.ts'
import { pageOf, pageQuery } from '../page.ts'
import { inOrder, timestamp } from '../text.ts'
import {
  getDelivery,
  listDeliveries,
  listedSubscription,
  recoverDeliveries,
  redeliver,
  statsInclude,
} from './deliveries.ts'
import { webhookEvent } from './public-events.ts'
import {
  changeSubscription,
  createSubscription,
  deleteSubscription,
  disableSubscription,
  enableSubscription,
  rotateSecret,
  stateExample,
  subscriptionState,
  testSubscription,
} from './subscriptions.ts'

// What the Admin API does with the webhooks of any employer, for the own ones: the same bodies, parameters and
// actions.
const access = {
  service: 'webhook',
  keys: ['recruiter'],
  scopes: ['Webhooks'],
  limit: 'applications',
} as const
const all = '/api/v1/webhook-subscriptions'
const one = `${all}/{subscriptionId}`
const oneDelivery = '/api/v1/webhook-deliveries/{deliveryId}'
const { params } = changeSubscription
const own = <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  byOperator: Endpoint<P, Q, B, R>,
  name: string,
  path: `/api/v1/${string}`,
  more: Partial<Endpoint<P, Q, B, R>> = {},
) => endpoint(`${byOperator.method} ${path}`, { ...byOperator, ...access, name, ...more })
const NEEDS_SCOPES =
  'Events of applications need the scope Applications on the same key beside Webhooks, events of jobs JobPosting.'
const lacksScope = (when: string) => ({
  insufficient_scope: {
    when,
    message:
      'events: application.submitted, application.status_changed need the scope Applications, which this key lacks; use a key that has it beside Webhooks.',
  },
})

export const listOwnSubscriptions = endpoint(`GET ${all}`, {
  ...access,
  name: 'list-webhook-subscriptions',
  summary: 'List your webhook subscriptions, newest first',
  query: z.object({ ...pageQuery, include: statsInclude }),
  response: pageOf(listedSubscription).meta({ id: 'WebhookSubscriptionPage' }),
})

export const createOwnSubscription = endpoint(`POST ${all}`, {
  ...access,
  name: 'create-webhook-subscription',
  summary: 'Register an endpoint for signed webhooks',
  description: `Events that happen from then on are delivered. \`signingSecret\` is shown only in this response, and in a repeat with the same \`Idempotency-Key\` within 24 hours. At most ${MAX_SUBSCRIPTIONS_PER_EMPLOYER} subscriptions of an employer. ${NEEDS_SCOPES} Without \`events\` it needs both.`,
  body: createSubscription.body!,
  status: 201,
  returnsSecret: true,
  repeatsSecret: true,
  response: createSubscription.response!,
  refusals: {
    ...createSubscription.refusals,
    ...lacksScope('The key lacks the scope Webhooks, or the scope of an event that is registered.'),
    limit_reached: {
      when: `You have ${MAX_SUBSCRIPTIONS_PER_EMPLOYER} webhook subscriptions already.`,
      message: `You have ${MAX_SUBSCRIPTIONS_PER_EMPLOYER} webhook subscriptions, the limit is ${MAX_SUBSCRIPTIONS_PER_EMPLOYER}; delete one first, or change one.`,
    },
  },
})

export const getOwnSubscription = endpoint(`GET ${one}`, {
  ...access,
  name: 'get-webhook-subscription',
  summary: 'Read one webhook subscription',
  params: params!,
  response: subscriptionState,
  hasEtag: true,
})

export const changeOwnSubscription = own(changeSubscription, 'change-webhook-subscription', one, {
  description: `Pending deliveries go to the new URL. ${NEEDS_SCOPES} They are needed to add events, and to move events to a URL with another host; events that the subscription has stay.`,
  refusals: {
    ...changeSubscription.refusals,
    ...lacksScope(
      'The key lacks the scope Webhooks, or the scope of an event that is added or would go to another host.',
    ),
  },
  hasEtag: true,
})

export const deleteOwnSubscription = own(deleteSubscription, 'delete-webhook-subscription', one)

export const disableOwnSubscription = own(
  disableSubscription,
  'disable-webhook-subscription',
  `${one}/disable`,
  {
    example: {
      response: { ...stateExample, status: 'Disabled', disabledReason: 'disabled with an API key' },
    },
  },
)

export const enableOwnSubscription = own(enableSubscription, 'enable-webhook-subscription', `${one}/enable`)

export const rotateOwnSecret = own(rotateSecret, 'rotate-webhook-secret', `${one}/rotate-secret`, {
  description:
    'For `overlapSeconds` deliveries are signed with both secrets. `signingSecret` is shown only in this response, and in a repeat with the same `Idempotency-Key` within 24 hours.',
  repeatsSecret: true,
})

export const testOwnSubscription = own(testSubscription, 'test-webhook-subscription', `${one}/test`)

export const listOwnDeliveries = own(listDeliveries, 'list-webhook-deliveries', `${one}/deliveries`, {
  query: listDeliveries.query!.refine(({ page, pageSize }) => page * pageSize <= MAX_DELIVERY_DEPTH, {
    path: ['page'],
    error: `must not reach past ${MAX_DELIVERY_DEPTH} deliveries; narrow the list by since, until, status or event`,
  }),
  example: { query: { status: 'Succeeded', event: 'application.submitted', page: 1, pageSize: 50 } },
})

export const getOwnDelivery = own(getDelivery, 'get-webhook-delivery', oneDelivery, {
  description:
    'With a key that lacks the scope of the event, Applications or JobPosting, `body` has no `data`: `id`, `type` and `timestamp` alone.',
})

export const redeliverOwn = own(redeliver, 'redeliver-webhook', `${oneDelivery}/redeliver`)

export const recoverOwnDeliveries = own(recoverDeliveries, 'recover-webhook-deliveries', `${one}/recover`)

export const replayToSubscription = endpoint(`POST ${one}/replay`, {
  ...access,
  name: 'replay-webhook-events',
  summary: 'Deliver the events of a time range again, as new deliveries',
  description: `Also events that were delivered, or that happened before the subscription. Each gets a new delivery with the \`id\` and the bytes of the event, of the last ${EVENT_FEED_DAYS} days. ${NEEDS_SCOPES} They are needed for \`types\` that the subscription does not have. Deliveries are sent in the order of the event feed while the subscription has fewer than ${MAX_PENDING_IN_REPLAY} pending deliveries; new events are delivered meanwhile. One replay of a subscription at a time, of at most ${MAX_REPLAYED_EVENTS} events.`,
  params: params!,
  body: z
    .object({
      since: timestamp().describe(
        `Events that happened from this time on, within the last ${EVENT_FEED_DAYS} days.`,
      ),
      until: timestamp()
        .nullish()
        .describe('Events that happened before this time. Absent or null: all until now.'),
      types: z
        .array(webhookEvent)
        .min(1)
        .nullish()
        .transform((types) => types && [...new Set(types)])
        .describe('Only events of these types. Absent or null: those of the subscription.'),
    })
    .refine(inOrder('since', 'until'), { path: ['until'], error: 'must not be before since' })
    .meta({
      description: 'Which events to deliver again.',
      example: { since: '2026-03-01T00:00:00Z', types: ['application.submitted'] },
    }),
  status: 202,
  response: z
    .object({ count: z.int().describe('Number of events that are delivered again.') })
    .meta({ description: 'What the call delivers again.', example: { count: 57 } }),
  refusals: {
    ...lacksScope(
      'The key lacks the scope Webhooks, or the scope of one of `types` that the subscription does not have.',
    ),
    invalid_request: {
      when: `A field is invalid, the range is empty or begins more than ${EVENT_FEED_DAYS} days ago, or it has more than ${MAX_REPLAYED_EVENTS} events.`,
      message: `since: must be within the last ${EVENT_FEED_DAYS} days; older events cannot be delivered again.`,
    },
    invalid_state: {
      when: 'An earlier replay to the subscription is not finished.',
      message:
        'An earlier replay to this subscription is not finished; repeat the call when its deliveries have been sent.',
    },
  },
})
