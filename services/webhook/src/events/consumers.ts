import {
  applicationErased,
  applicationStatusChanged,
  applicationSubmitted,
} from '@jobboard/contracts/applications/events'
import type { EventType } from '@jobboard/contracts/event'
import { jobExpired } from '@jobboard/contracts/jobs/events'
import { type Consumer, consumer, type EventOf, isEvent } from '@jobboard/events/consumer/consumer'
import { currentTraceparent } from '@jobboard/process/tracing/span'
import type { Clock } from '@jobboard/service/clock/clock'
import {
  erasedData,
  expiredData,
  type PublicEvent,
  serializeEvent,
  statusChangedData,
  submittedData,
} from './public-event.ts'
import { insertEvents } from './store.ts'

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
    toPublic(event: EventOf<E>): Pick<PublicEvent, 'type' | 'data'> & { employerId: number }
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
      const { employerId } = event.data
      return isEvent(event, applicationSubmitted)
        ? { employerId, type: 'application.submitted', data: submittedData(event.data) }
        : { employerId, type: 'application.status_changed', data: statusChangedData(event.data) }
    },
  })

/** Turns erased applications into webhooks. Apart from the consumer of other application events: a release that does
 * not know this event would acknowledge it there, and it would be lost while both run. */
export const applicationErasedConsumer = (clock: Clock): Consumer =>
  publicEventConsumer(clock, {
    name: 'application_erased',
    filter: 'evt.pipeline.application.erased.>',
    events: [applicationErased],
    toPublic({ data }) {
      return { employerId: data.employerId, type: 'application.erased', data: erasedData(data) }
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
    toPublic({ data, occurredAt }) {
      return { employerId: data.employerId, type: 'job.expired', data: expiredData(data, occurredAt) }
    },
  })
