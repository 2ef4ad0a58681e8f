import { ApiError } from '@jobboard/contracts/error'
import type { DataOf, Event, EventType } from '@jobboard/contracts/event'
import type { Tx } from '@jobboard/db/sql'

/** Reacts to events of one service. A declaration: nothing runs until `startConsumer`. */
export interface Consumer {
  /** `[a-z0-9_]+`, unique in the service. Never rename it: inbox rows and the durable contain it. */
  name: string
  /** One subject filter within the stream of one service, such as `evt.jobs.job.>`. */
  filter: string
  /** The event types that `handle` accepts; other subjects within the filter are acknowledged and ignored. */
  events: readonly EventType[]
  handle(sql: Tx, event: Event): Promise<void>
}

/** Whether a filter selects states. `handle` then compares versions, so that a second run of it changes
 * nothing: no inbox row is written, and a million states leave none behind. */
export const isStateFilter = (filter: string): boolean => filter.startsWith('state.')

/** The events of some types, as `handle` receives them; narrow them with `isEvent`. */
export type EventOf<E extends EventType> = E extends EventType ? Event<DataOf<E>> : never

/** Declares a consumer. `handle` runs once per event id, in one transaction with the inbox row. Events of one
 * aggregate can arrive out of order: projections upsert with `where version < excluded.version`. */
export function consumer<E extends EventType>(definition: {
  name: string
  filter: string
  events: readonly E[]
  handle(sql: Tx, event: EventOf<E>): Promise<void>
}): Consumer {
  const { name, filter, events, handle } = definition
  if (!/^[a-z0-9_]+$/.test(name)) throw new Error(`consumer name ${name} must match [a-z0-9_]+`)
  if (!/^(evt|state)\.[a-z]+\.[a-z0-9_.*>]+$/.test(filter)) {
    throw new Error(`filter ${filter} must start with evt.<service>. or state.<service>.`)
  }
  return { name, filter, events, handle: (sql, event) => handle(sql, event as EventOf<E>) }
}

/** Whether an event is of this type. */
export function isEvent<E extends EventType>(event: Event, type: E): event is Event<DataOf<E>> {
  return event.subject === type.subject
}

/** An event as `handle` receives it, or why it breaks its contract. */
export function parseEvent(
  consumer: Consumer,
  event: Event<string>,
): { event: Event } | { invalid: unknown } {
  const type = consumer.events.find(({ subject }) => subject === event.subject)
  if (!type) return { invalid: `this version of the consumer does not accept ${event.subject}` }
  const parsed = type.data.safeParse(parseJson(event.data))
  return parsed.success ? { event: { ...event, data: parsed.data } } : { invalid: parsed.error }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Breaks every contract of an event.
    return undefined
  }
}

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
