import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { Event } from '@jobboard/contracts/event'
import type { Db } from '@jobboard/db/db'
import { applyOnce, type Consumer, durableName, eventTypeOf } from '@jobboard/events/consumer/consumer'

/** Handles an event as its consumer does when NATS delivers it, and returns whether it was new: the same event id takes
 * effect once. Throws what the handler throws, and when `data` breaks the contract, where the consumer would retry. */
export async function receiveEvent(
  db: Db,
  service: ServiceName,
  consumer: Consumer,
  event: Event,
): Promise<boolean> {
  const data: unknown = eventTypeOf(consumer, event.subject).data.parse(event.data)
  return db.tx((sql) => applyOnce(sql, durableName(service, consumer), consumer, { ...event, data }))
}
