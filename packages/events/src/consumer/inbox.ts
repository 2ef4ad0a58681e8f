import { ApiError } from '@jobboard/contracts/error'
import type { Event, EventType } from '@jobboard/contracts/event'
import type { Tx } from '@jobboard/db/sql'
import type { Consumer } from './consumer.ts'

/** The inbox row and the effect, in the caller's transaction. False when the event had its effect before. */
export async function applyOnce(
  sql: Tx,
  durable: string,
  consumer: Consumer,
  event: Event,
): Promise<boolean> {
  // A second delivery at the same time waits here for the first one's commit.
  const [fresh] = await sql`
    insert into inbox (consumer, event_id) values (${durable}, ${event.id}) on conflict do nothing returning 1`
  if (!fresh) return false
  await consumer.handle(sql, event)
  return true
}

/** Name of the JetStream durable, and of the consumer in the tables. */
export function durableOf(service: string, { name }: Consumer): string {
  return `${service}_${name}`
}

/** The contract of a subject. Throws invalid_request when the consumer does not hear it. */
export function typeOf(consumer: Consumer, subject: string): EventType {
  const type = consumer.events.find((known) => known.subject === subject)
  if (!type) throw new ApiError('invalid_request', `${consumer.name} does not hear ${subject}`)
  return type
}
