import { applicationErased } from '@jobboard/contracts/applications/events'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import type { Clock } from '@jobboard/service/clock/clock'
import { insertEvent } from '../store/event.ts'
import { erasedData, serializeEvent } from '../wire/public-event.ts'

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
