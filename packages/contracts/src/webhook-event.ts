import { z } from 'zod'
import { applicationStatus, applicationType } from './application.ts'
import type { WebhookEvent } from './endpoints/webhook.ts'
import { idOf } from './ids.ts'
import { announcedReason } from './rejection-reason.ts'
import { wireTimestamp } from './text.ts'

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
function webhookBody(type: WebhookEvent, happened: string) {
  const body = z.object({
    id: z.uuid().describe('Id of the event, the same in every delivery of it and in the event feed.'),
    type: z.literal(type).describe('Name of the event, as in `X-Webhook-Event`.'),
    timestamp: wireTimestamp().describe('When the event happened.'),
    data: webhookData[type].describe('The event, as it was at that time.'),
  })
  return body.describe(happened)
}

/** The body of a delivery, by event (D-50). */
export const webhookBodies = {
  'application.submitted': webhookBody(
    'application.submitted',
    'A candidate has applied to a job of the employer, in any way.',
  ),
  'application.status_changed': webhookBody(
    'application.status_changed',
    'An application was moved to another status.',
  ),
  'job.expired': webhookBody('job.expired', 'A job has reached its `expiryDate` and is Expired.'),
  'application.erased': webhookBody(
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
  .describe('A test of a webhook subscription.')

/** The bodies of all events that employers subscribe to. */
export const publicEvent = z.discriminatedUnion('type', [
  webhookBodies['application.submitted'],
  webhookBodies['application.status_changed'],
  webhookBodies['job.expired'],
  webhookBodies['application.erased'],
])
export type PublicEvent = z.output<typeof publicEvent>
