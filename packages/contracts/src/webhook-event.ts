import { z } from 'zod'
import { applicationStatus, applicationTypes } from './application.ts'
import type { WebhookEvent } from './endpoints/webhook.ts'
import { id, wireTimestamp } from './text.ts'

/** The `data` of a webhook delivery, by event (Spec §6, D-56). */
export const webhookData = {
  'application.submitted': z.object({
    applicationId: id(),
    jobPostId: id(),
    jobTitle: z.string(),
    candidateId: id(),
    appliedAt: wireTimestamp(),
    applicationType: z.enum(applicationTypes),
  }),
  'application.status_changed': z.object({
    applicationId: id(),
    previousStatus: applicationStatus,
    newStatus: applicationStatus,
    changedAt: wireTimestamp(),
  }),
  'job.expired': z.object({ jobPostId: id(), expiredAt: wireTimestamp() }),
} satisfies Record<WebhookEvent, z.ZodType>
export type WebhookData<Event extends WebhookEvent> = z.output<(typeof webhookData)[Event]>

/** The body of a delivery (D-50): `id` is the same in every delivery of one event. */
export function webhookBody(type: WebhookEvent) {
  return z.object({
    id: z.uuid(),
    type: z.literal(type),
    timestamp: wireTimestamp(),
    data: webhookData[type],
  })
}

/** The bodies of all events that employers subscribe to. */
export const publicEvent = z.discriminatedUnion('type', [
  webhookBody('application.submitted'),
  webhookBody('application.status_changed'),
  webhookBody('job.expired'),
])
export type PublicEvent = z.output<typeof publicEvent>
