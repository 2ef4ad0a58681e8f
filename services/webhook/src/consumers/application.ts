import { applicationStatusChanged, applicationSubmitted } from '@jobboard/contracts/applications/events'
import { type Consumer, consumer, isEvent } from '@jobboard/events/consumer/consumer'
import type { Clock } from '@jobboard/service/clock/clock'
import { insertEvent } from '../store/event.ts'
import { serializeEvent, statusChangedData, submittedData } from '../wire/public-event.ts'

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
        : isEvent(event, applicationStatusChanged)
          ? { type: 'application.status_changed' as const, data: statusChangedData(event.data) }
          : undefined
      if (!payload) return
      const serialized = serializeEvent({ id, timestamp, ...payload })
      await insertEvent(sql, event.data.employerId, serialized, clock.now())
    },
  })
}
