import {
  applicationErased,
  applicationStatusChanged,
  applicationSubmitted,
} from '@jobboard/contracts/applications/events'
import { jobExpired } from '@jobboard/contracts/jobs/events'
import { type Consumer, consumer, isEvent } from '@jobboard/events/consumer/consumer'
import type { Clock } from '@jobboard/service/clock/clock'
import { erasedData, expiredData, serializeEvent, statusChangedData, submittedData } from './public-event.ts'
import { insertEvent } from './store.ts'

/** Turns submitted and moved applications into webhooks (Spec §6). */
export function applicationConsumer(clock: Clock): Consumer {
  return consumer({
    name: 'application',
    filter: 'evt.pipeline.application.>',
    events: [applicationSubmitted, applicationStatusChanged],
    async handle(sql, event) {
      const { id, occurredAt: timestamp } = event
      const payload = isEvent(event, applicationSubmitted)
        ? { type: 'application.submitted' as const, data: submittedData(event.data) }
        : isEvent(event, applicationStatusChanged) && {
            type: 'application.status_changed' as const,
            data: statusChangedData(event.data),
          }
      if (!payload) return
      await insertEvent(
        sql,
        event.data.employerId,
        serializeEvent({ id, timestamp, ...payload }),
        clock.now(),
      )
    },
  })
}

/** Turns erased applications into webhooks. Apart from the consumer of other application events: a release that does
 * not know this event would acknowledge it there, and it would be lost while both run. */
export function applicationErasedConsumer(clock: Clock): Consumer {
  return consumer({
    name: 'application_erased',
    filter: 'evt.pipeline.application.erased.>',
    events: [applicationErased],
    async handle(sql, { id, occurredAt: timestamp, data }) {
      const event = { id, timestamp, type: 'application.erased' as const, data: erasedData(data) }
      // A response of a receiver may name the person: it is not stored.
      await insertEvent(sql, data.employerId, { ...serializeEvent(event), isErased: true }, clock.now())
    },
  })
}

/** Turns expired jobs into webhooks (Spec §6). `expiredAt` is when the platform expired the job. */
export function jobConsumer(clock: Clock): Consumer {
  return consumer({
    name: 'job',
    filter: 'evt.jobs.job.>',
    events: [jobExpired],
    async handle(sql, { id, occurredAt: timestamp, data }) {
      const event = { id, timestamp, type: 'job.expired' as const, data: expiredData(data, timestamp) }
      await insertEvent(sql, data.employerId, serializeEvent(event), clock.now())
    },
  })
}
