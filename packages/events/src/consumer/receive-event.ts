import type { ServiceName } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { Event } from '@jobboard/contracts/event'
import type { Db } from '@jobboard/db/db'
import type { Consumer } from './consumer.ts'
import { applyOnce, durableName, eventTypeOf } from './inbox.ts'

/** Handles an event that was handed over by HTTP. The same event id takes effect once, by HTTP or by NATS.
 * Returns whether it was new. Throws invalid_request when `data` is invalid, and what the handler throws. */
export async function receiveEvent(
  db: Db,
  service: ServiceName,
  consumer: Consumer,
  event: Event,
): Promise<boolean> {
  const parsed = eventTypeOf(consumer, event.subject).data.safeParse(event.data)
  if (!parsed.success)
    throw new ApiError('invalid_request', `data: does not match the contract of ${event.subject}`)
  const { data } = parsed
  return db.tx((sql) => applyOnce(sql, durableName(service, consumer), consumer, { ...event, data }))
}
