import { ApiError } from '@jobboard/contracts/error'
import type { Event, EventType } from '@jobboard/contracts/event'
import type { Tx } from '@jobboard/db/sql'
import { type Consumer, isStateFilter } from './consumer.ts'

/** Handles an event in the caller's transaction unless its inbox row exists; a state has none. Returns whether
 * it was handled. */
export async function applyOnce(
  sql: Tx,
  durable: string,
  consumer: Consumer,
  event: Event,
): Promise<boolean> {
  if (isStateFilter(consumer.filter)) {
    await consumer.handle(sql, event)
    return true
  }
  // A parallel delivery of the same event waits here for the commit of the first one.
  const [isNew] = await sql`
    insert into inbox (consumer, event_id) values (${durable}, ${event.id}) on conflict do nothing returning 1`
  if (!isNew) return false
  await consumer.handle(sql, event)
  return true
}

/** Name of the JetStream durable, and of the consumer in the tables. */
export function durableName(service: string, { name }: Consumer): string {
  return `${service}_${name}`
}

/** The event type of a subject. Throws invalid_request when the consumer does not accept it. */
export function eventTypeOf(consumer: Consumer, subject: string): EventType {
  const type = consumer.events.find((candidate) => candidate.subject === subject)
  if (!type)
    throw new ApiError('invalid_request', `subject: consumer ${consumer.name} does not accept ${subject}`)
  return type
}
