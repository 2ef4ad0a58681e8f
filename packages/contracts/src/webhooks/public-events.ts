import { z } from 'zod'
import { applicationStatus, applicationType, summaryExample } from '../applications/application.ts'
import { announcedReason } from '../applications/rejection-reasons.ts'
import { endpoint } from '../endpoint.ts'
import { EVENT_FEED_DAYS, MAX_PAGE_SIZE } from '../limits.ts'
import { integer } from '../page.ts'
import { idOf, timestamp, wireTimestamp } from '../text.ts'

/** What a subscription and a reader of the event feed get that name no events (Spec §6). */
export const defaultEvents = ['application.submitted', 'application.status_changed', 'job.expired'] as const
/** What a subscription can name; the events after the default ones come only to those that name them.
 * `webhook.test` is sent only on request. */
export const subscribableEvents = [...defaultEvents, 'application.erased'] as const
export type WebhookEvent = (typeof subscribableEvents)[number]
/** The scope that a key needs beside Webhooks to subscribe to an event and to read it (D-66). */
export const eventScopes = {
  'application.submitted': 'Applications',
  'application.status_changed': 'Applications',
  'job.expired': 'JobPosting',
  'application.erased': 'Applications',
} as const satisfies Record<WebhookEvent, string>
export const webhookEvent = z
  .enum(subscribableEvents)
  .meta({ id: 'WebhookEventType', description: 'Name of an event that employers subscribe to.' })

/** The `data` of a webhook delivery, by event (Spec §6, D-56). */
export const webhookData = {
  'application.submitted': z.object({
    applicationId: idOf('application'),
    jobPostId: idOf('job'),
    jobTitle: z.string().describe('Title of the job at the time of applying.'),
    candidateId: idOf('candidate'),
    appliedAt: wireTimestamp().describe('When the candidate applied.'),
    applicationType,
  }),
  'application.status_changed': z.object({
    applicationId: idOf('application'),
    previousStatus: applicationStatus.describe('The status before the change.'),
    newStatus: applicationStatus.describe('The status after the change.'),
    changedAt: wireTimestamp().describe('When the status changed.'),
    rejectionReason: announcedReason
      .optional()
      .describe(
        'Present if the application was Rejected with a reason: its code. The text is in the application.',
      ),
  }),
  'job.expired': z.object({
    jobPostId: idOf('job'),
    expiredAt: wireTimestamp().describe(
      'When the platform expired the job, at or shortly after its `expiryDate`.',
    ),
  }),
  'application.erased': z.object({
    applicationId: idOf('application'),
    jobPostId: idOf('job'),
    erasedAt: wireTimestamp().describe('When the candidate was erased.'),
  }),
} satisfies Record<WebhookEvent, z.ZodType>
export type WebhookData<Event extends WebhookEvent> = z.output<(typeof webhookData)[Event]>

// D-50: `id` is the same in every delivery of one event.
function webhookBody(id: string, type: WebhookEvent, description: string) {
  const body = z.object({
    id: z.uuid().describe('Id of the event, the same in every delivery of it and in the event feed.'),
    type: z.literal(type).describe('Name of the event, as in `X-Webhook-Event`.'),
    timestamp: wireTimestamp().describe('When the event happened.'),
    data: webhookData[type].describe('The event, as it was at that time.'),
  })
  return body.meta({ id, description })
}

const exampleOfEvent = (type: string, timestamp: string, data: object) => ({
  id: '7d2f4c1a-0a6b-4d0f-9d5b-0c7f4f1f9a10',
  type,
  timestamp,
  data,
})
const { id: applicationId, jobId: jobPostId, candidateId, jobTitle, appliedAt } = summaryExample

/** The body of a delivery in the examples, by event. */
export const webhookExamples = {
  'application.submitted': exampleOfEvent('application.submitted', appliedAt, {
    applicationId,
    jobPostId,
    jobTitle,
    candidateId,
    appliedAt,
    applicationType: 'Api',
  }),
  'application.status_changed': exampleOfEvent('application.status_changed', '2026-03-01T12:00:00.000Z', {
    applicationId,
    previousStatus: 'New',
    newStatus: 'Shortlisted',
    changedAt: '2026-03-01T12:00:00.000Z',
  }),
  'job.expired': exampleOfEvent('job.expired', '2026-04-01T00:00:00.000Z', {
    jobPostId,
    expiredAt: '2026-04-01T00:00:00.000Z',
  }),
  'application.erased': exampleOfEvent('application.erased', '2026-06-01T08:00:00.100Z', {
    applicationId,
    jobPostId,
    erasedAt: '2026-06-01T08:00:00.000Z',
  }),
  'webhook.test': exampleOfEvent('webhook.test', '2026-03-01T12:00:00.000Z', { subscriptionId: 2 }),
}

/** The body of a delivery, by event (D-50). */
export const webhookBodies = {
  'application.submitted': webhookBody(
    'ApplicationSubmittedEvent',
    'application.submitted',
    'A candidate has applied to a job of the employer, in any way.',
  ),
  'application.status_changed': webhookBody(
    'ApplicationStatusChangedEvent',
    'application.status_changed',
    'An application was moved to another status.',
  ),
  'job.expired': webhookBody(
    'JobExpiredEvent',
    'job.expired',
    'A job has reached its `expiryDate` and is Expired.',
  ),
  'application.erased': webhookBody(
    'ApplicationErasedEvent',
    'application.erased',
    'The candidate of an application was erased: delete your copies of the personal data.',
  ),
} satisfies Record<WebhookEvent, z.ZodType>

/** The body of a test delivery. It is not in the event feed. */
export const webhookTestBody = z
  .object({
    id: z.uuid().describe('Id of the test event.'),
    type: z.literal('webhook.test').describe('Name of the event, as in `X-Webhook-Event`.'),
    timestamp: wireTimestamp().describe('When the test was requested.'),
    data: z.object({ subscriptionId: idOf('subscription') }).describe('The subscription that is tested.'),
  })
  .meta({ id: 'WebhookTestEvent', description: 'A test of a webhook subscription.' })

/** The bodies of all events that employers subscribe to. */
export const publicEvent = z.discriminatedUnion('type', [
  webhookBodies['application.submitted'],
  webhookBodies['application.status_changed'],
  webhookBodies['job.expired'],
  webhookBodies['application.erased'],
])
export type PublicEvent = z.output<typeof publicEvent>

const knownTypes = subscribableEvents.join(', ')
const isKnown = (type: string): type is WebhookEvent => subscribableEvents.some((known) => known === type)

// At most all names, so a long list costs nothing.
const eventTypes = z
  .string()
  .max(200, 'must have at most 200 characters')
  .transform((text, context): WebhookEvent[] => {
    const types = [...new Set(text.split(','))]
    if (types.every(isKnown)) return types
    const message = `must be one or more of ${knownTypes}, separated by commas`
    context.issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  })

export const listEvents = endpoint('GET /api/v1/events', {
  service: 'webhook',
  keys: ['recruiter'],
  scopes: ['Applications'],
  limit: 'employer',
  name: 'list-events',
  summary: `Read your events of the last ${EVENT_FEED_DAYS} days, oldest first; each is also sent as a webhook`,
  description:
    'For clients that cannot receive webhooks, and to catch up after an outage. Ids and bodies are those of the webhooks; no webhook subscription is needed.',
  query: z.object({
    after: z
      .uuid()
      .optional()
      .describe(
        'The `nextAfter` of the last call: returns the events that follow it. Without it the list starts at the oldest event.',
      ),
    types: eventTypes
      .optional()
      .transform((types): WebhookEvent[] => types ?? [...defaultEvents])
      .meta({ type: 'string', maxLength: 200 })
      .describe(
        `Names of events, separated by commas: only these are returned. Known: ${knownTypes}. Without it: ${defaultEvents.join(', ')}. \`after\` may be an event of any type, so the types may change from call to call.`,
      ),
    since: timestamp()
      .optional()
      .describe(
        'Starts at the first event of these types that happened at or after this time, and returns everything that follows it in the feed. Goes without `after`, unless `order` is `newest`; continue with `nextAfter`.',
      ),
    order: z
      .enum(['oldest', 'newest'])
      .default('oldest')
      .describe(
        '`newest` is for people who look: the newest event first, `after` continues to older ones, and `since`, which goes with it, is where the list ends. To keep up with the feed, read it oldest first.',
      ),
    limit: integer(MAX_PAGE_SIZE, 50).describe(`Events of one response, at most ${MAX_PAGE_SIZE}.`),
  }),
  response: z
    .object({
      items: z.array(publicEvent).describe('The events in the order asked for, oldest first without it.'),
      nextAfter: z
        .uuid()
        .nullable()
        .describe(
          'Store it and pass it as `after` in the next call. The last event that was looked at, which can be of a type that was not asked for; null while there is no event.',
        ),
      hasMore: z.boolean().describe('True when the next call returns events at once.'),
    })
    .meta({
      id: 'EventFeed',
      description: 'The events that follow `after`.',
      example: {
        items: [webhookExamples['application.submitted'], webhookExamples['application.status_changed']],
        nextAfter: webhookExamples['application.status_changed'].id,
        hasMore: false,
      },
    }),
  refusals: {
    invalid_request: {
      when: 'A parameter is invalid, `types` names an unknown event, `since` comes with `after`, or `after` is no event of your feed that is still stored.',
      message:
        'after: is not the id of an event in your feed, or of one that is no longer stored; call without after to start at the oldest event.',
    },
  },
})
