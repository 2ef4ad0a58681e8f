import { applicationCreated } from '@jobboard/contracts/events/candidate'
import { receiveApplication } from '@jobboard/contracts/internal/facts'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import { receiveEvent } from '@jobboard/events/consumer/receive-event'
import { type Route, route } from '@jobboard/service/http/route'

/** The event of a new application by HTTP, so that recruiters see it at once: the consumer of the same event handles it,
 * and whichever way is second changes nothing. */
export function handOverRoutes(consumer: Consumer): Route[] {
  return [
    route(receiveApplication, async ({ service, body: { eventId, occurredAt, data } }) => {
      await receiveEvent(service.db, service.name, consumer, {
        id: eventId,
        subject: applicationCreated.subject,
        aggregateId: String(data.applicationId),
        aggregateVersion: 1,
        occurredAt,
        data,
      })
      return {}
    }),
  ]
}
