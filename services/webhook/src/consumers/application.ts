import { applicationStatusChanged, applicationSubmitted } from '@jobboard/contracts/events/pipeline'
import { type Consumer, consumer, isEvent } from '@jobboard/events/consumer/consumer'
import type { Clock } from '@jobboard/service/clock/clock'
import { statusChanged, submitted } from '../domain/public-event.ts'
import { insertEvent } from '../store/event.ts'

/** application.submitted and application.status_changed become webhooks (Spec §6). */
export function applicationConsumer(clock: Clock): Consumer {
  return consumer({
    name: 'application',
    filter: 'evt.pipeline.application.>',
    events: [applicationSubmitted, applicationStatusChanged],
    async handle(sql, event) {
      const { id, occurredAt: timestamp } = event
      const told = isEvent(event, applicationSubmitted)
        ? { type: 'application.submitted' as const, data: submitted(event.data) }
        : isEvent(event, applicationStatusChanged)
          ? { type: 'application.status_changed' as const, data: statusChanged(event.data) }
          : undefined
      if (told) await insertEvent(sql, event.data.employerId, { id, timestamp, ...told }, clock.now())
    },
  })
}
