import {
  applicationErased,
  applicationStatusChanged,
  applicationSubmitted,
} from '@jobboard/contracts/applications/events'
import type { EventType } from '@jobboard/contracts/event'
import { jobExpired } from '@jobboard/contracts/jobs/events'
import type { WebhookData, WebhookEvent } from '@jobboard/contracts/webhooks/public-events'
import { type Consumer, consumer, type EventOf, isEvent } from '@jobboard/events/consumer/consumer'
import { currentTraceparent } from '@jobboard/process/tracing/span'
import type { Clock } from '@jobboard/service/clock/clock'
import { serializeEvent } from './public-event.ts'
import { insertEvents } from './store.ts'

/** What an employer receives of an event (Spec §6). */
type PublicContent = { [E in WebhookEvent]: { type: E; data: WebhookData<E> } }[WebhookEvent]

/** Turns events into webhooks. */
function publicEventConsumer<E extends EventType>(
  clock: Clock,
  {
    toPublic,
    isErased = false,
    ...definition
  }: {
    name: string
    filter: string
    events: readonly E[]
    toPublic(event: EventOf<E>): PublicContent & { employerId: number }
    isErased?: boolean
  },
): Consumer {
  return consumer({
    ...definition,
    prepare(event) {
      const { id, occurredAt: timestamp } = event
      const { employerId, ...rest } = toPublic(event)
      const traceparent = currentTraceparent()
      return { ...serializeEvent({ id, timestamp, ...rest }), employerId, isErased, traceparent }
    },
    handleMany: (sql, events) => insertEvents(sql, events, clock.now()),
  })
}

/** Turns submitted and moved applications into webhooks (Spec §6). */
export const applicationConsumer = (clock: Clock): Consumer =>
  publicEventConsumer(clock, {
    name: 'application',
    filter: 'evt.pipeline.application.>',
    events: [applicationSubmitted, applicationStatusChanged],
    toPublic(event) {
      const { employerId, applicationId } = event.data
      if (isEvent(event, applicationSubmitted)) {
        const { jobId: jobPostId, jobTitle, candidateId, appliedAt, applicationType } = event.data
        const data = { applicationId, jobPostId, jobTitle, candidateId, appliedAt, applicationType }
        return { employerId, type: 'application.submitted', data }
      }
      const { previousStatus, status: newStatus, changedAt, rejectionReason } = event.data
      const changed = { applicationId, previousStatus, newStatus, changedAt }
      const data = rejectionReason ? { ...changed, rejectionReason } : changed
      return { employerId, type: 'application.status_changed', data }
    },
  })

/** Turns erased applications into webhooks. Apart from the consumer of other application events: a release that does
 * not know this event would acknowledge it there, and it would be lost while both run. */
export const applicationErasedConsumer = (clock: Clock): Consumer =>
  publicEventConsumer(clock, {
    name: 'application_erased',
    filter: 'evt.pipeline.application.erased.>',
    events: [applicationErased],
    toPublic({ data: { employerId, applicationId, jobId: jobPostId, erasedAt } }) {
      return { employerId, type: 'application.erased', data: { applicationId, jobPostId, erasedAt } }
    },
    // A response of a receiver may name the person: it is not stored.
    isErased: true,
  })

/** Turns expired jobs into webhooks (Spec §6). `expiredAt` is when the platform expired the job. */
export const jobConsumer = (clock: Clock): Consumer =>
  publicEventConsumer(clock, {
    name: 'job',
    filter: 'evt.jobs.job.>',
    events: [jobExpired],
    toPublic({ data: { employerId, jobId: jobPostId }, occurredAt: expiredAt }) {
      return { employerId, type: 'job.expired', data: { jobPostId, expiredAt } }
    },
  })
