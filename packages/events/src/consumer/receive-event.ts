import type { ServiceName } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { Event } from '@jobboard/contracts/event'
import type { Db } from '@jobboard/db/db'
import type { Consumer } from './consumer.ts'
import { applyOnce, durableOf, typeOf } from './inbox.ts'

/** Handles an event that came another way than NATS (by HTTP): the same event id takes effect once, whichever way is first.
 * Returns whether it was new. Throws invalid_request for what breaks the contract, and what the handler throws. */
export async function receiveEvent(
  db: Db,
  service: ServiceName,
  consumer: Consumer,
  event: Event,
): Promise<boolean> {
  const parsed = typeOf(consumer, event.subject).data.safeParse(event.data)
  if (!parsed.success) throw new ApiError('invalid_request', `data of ${event.subject} breaks its contract`)
  const { data } = parsed
  return db.tx((sql) => applyOnce(sql, durableOf(service, consumer), consumer, { ...event, data }))
}
