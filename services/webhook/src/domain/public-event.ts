import type { WebhookEvent } from '@jobboard/contracts/endpoints/webhook'
import type { DataOf } from '@jobboard/contracts/event'
import type { jobExpired } from '@jobboard/contracts/events/jobs'
import type { applicationStatusChanged, applicationSubmitted } from '@jobboard/contracts/events/pipeline'
import type { WebhookData } from '@jobboard/contracts/webhook-event'

/** An event as employers get it, before it is bytes (D-50). */
export interface PublicEvent {
  /** The internal event's id: told twice, it is one event. */
  id: string
  type: WebhookEvent | 'webhook.test'
  /** ISO 8601, business clock. */
  timestamp: string
  data: Record<string, unknown>
}

/** Payload of application.submitted (Spec §6). */
export function submitted(data: DataOf<typeof applicationSubmitted>): WebhookData<'application.submitted'> {
  const { applicationId, jobId, jobTitle, candidateId, appliedAt, applicationType } = data
  return { applicationId, jobPostId: jobId, jobTitle, candidateId, appliedAt, applicationType }
}

/** Payload of application.status_changed (Spec §6). */
export function statusChanged(
  data: DataOf<typeof applicationStatusChanged>,
): WebhookData<'application.status_changed'> {
  const { applicationId, previousStatus, status, changedAt } = data
  return { applicationId, previousStatus, newStatus: status, changedAt }
}

/** Payload of job.expired (Spec §6). */
export function expired(data: DataOf<typeof jobExpired>, expiredAt: string): WebhookData<'job.expired'> {
  return { jobPostId: data.jobId, expiredAt }
}

/** The body that is sent: the envelope's fields in this order and nothing else (D-50). */
export function bodyOf({ id, type, timestamp, data }: PublicEvent): Buffer {
  return Buffer.from(JSON.stringify({ id, type, timestamp, data }))
}
