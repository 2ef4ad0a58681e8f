import type {
  applicationErased,
  applicationStatusChanged,
  applicationSubmitted,
} from '@jobboard/contracts/applications/events'
import type { DataOf } from '@jobboard/contracts/event'
import type { jobExpired } from '@jobboard/contracts/jobs/events'
import type { WebhookData, WebhookEvent } from '@jobboard/contracts/webhooks/public-events'

/** The envelope that employers receive (D-50). */
export interface PublicEvent {
  /** Id of the internal event: a redelivered internal event is the same public event. */
  id: string
  type: WebhookEvent | 'webhook.test'
  /** ISO 8601, business clock. */
  timestamp: string
  data: Record<string, unknown>
}

/** A public event as it is stored: `body` is serialised once and these bytes are sent in every attempt (D-53). */
export interface SerializedEvent {
  id: string
  type: string
  timestamp: string
  body: Buffer
}

/** Serialises the envelope: these four fields in this order and nothing else (D-50). */
export function serializeEvent({ id, type, timestamp, data }: PublicEvent): SerializedEvent {
  return { id, type, timestamp, body: Buffer.from(JSON.stringify({ id, type, timestamp, data })) }
}

/** Payload of application.submitted (Spec §6). */
export function submittedData(
  data: DataOf<typeof applicationSubmitted>,
): WebhookData<'application.submitted'> {
  const { applicationId, jobId, jobTitle, candidateId, appliedAt, applicationType } = data
  return { applicationId, jobPostId: jobId, jobTitle, candidateId, appliedAt, applicationType }
}

/** Payload of application.status_changed (Spec §6). */
export function statusChangedData(
  data: DataOf<typeof applicationStatusChanged>,
): WebhookData<'application.status_changed'> {
  const { applicationId, previousStatus, status, changedAt, rejectionReason } = data
  return {
    applicationId,
    previousStatus,
    newStatus: status,
    changedAt,
    ...(rejectionReason && { rejectionReason }),
  }
}

/** Payload of application.erased. */
export function erasedData(data: DataOf<typeof applicationErased>): WebhookData<'application.erased'> {
  const { applicationId, jobId, erasedAt } = data
  return { applicationId, jobPostId: jobId, erasedAt }
}

/** Payload of job.expired (Spec §6). */
export function expiredData(data: DataOf<typeof jobExpired>, expiredAt: string): WebhookData<'job.expired'> {
  return { jobPostId: data.jobId, expiredAt }
}
