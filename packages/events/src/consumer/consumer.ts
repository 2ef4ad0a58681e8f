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
  /** Absent: each event has a transaction of its own. */
  batch?: BatchHandler
}

/** Handles several events in one transaction, as one that handles them one after the other would. */
export interface BatchHandler<E = Event, Prepared = unknown> {
  /** What `handleMany` takes of an event: computed before the transaction begins, so that no lock waits for it. */
  prepare(event: E): Promise<Prepared> | Prepared
  /** In the order of their arrival. Locks rows in the order of their ids, whatever the order of arrival is. What it
   * throws costs nothing: each event is then handled in a transaction of its own. */
  handleMany(sql: Tx, prepared: Prepared[]): Promise<void>
}

/** Whether a filter selects states. `handle` then compares versions, so that a second run of it changes
 * nothing: no inbox row is written, and a million states leave none behind. */
export const isStateFilter = (filter: string): boolean => filter.startsWith('state.')

/** The events of some types, as `handle` receives them; narrow them with `isEvent`. */
export type EventOf<E extends EventType> = E extends EventType ? Event<DataOf<E>> : never

/** Declares a consumer. `handle` runs once per event id, in one transaction with the inbox row; `handleMany` for all that
 * wait, and for one event alone. Events of one aggregate can arrive out of order: projections compare versions. */
export function consumer<E extends EventType, Prepared = never>(
  definition: {
    name: string
    filter: string
    events: readonly E[]
  } & ({ handle(sql: Tx, event: EventOf<E>): Promise<void> } | BatchHandler<EventOf<E>, Prepared>),
): Consumer {
  const { name, filter, events } = definition
  if (!/^[a-z0-9_]+$/.test(name)) throw new Error(`consumer name ${name} must match [a-z0-9_]+`)
  if (!/^(evt|state)\.[a-z]+\.[a-z0-9_.*>]+$/.test(filter)) {
    throw new Error(`filter ${filter} must start with evt.<service>. or state.<service>.`)
  }
  if ('handle' in definition) {
    return { name, filter, events, handle: (sql, event) => definition.handle(sql, event as EventOf<E>) }
  }
  const batch = definition as unknown as BatchHandler
  const handle = async (sql: Tx, event: Event) => batch.handleMany(sql, [await batch.prepare(event)])
  return { name, filter, events, handle, batch }
}

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
  const isNew = (await addToInbox(sql, durable, [event.id])).has(event.id)
  if (!isNew) return false
  await consumer.handle(sql, event)
  return true
}

/** Adds the inbox rows of events, and returns the ids that had none. A parallel delivery of the same event waits here for
 * the commit of the first one. */
export async function addToInbox(sql: Tx, durable: string, eventIds: string[]): Promise<Set<string>> {
  const rows = await sql<{ eventId: string }>`
    insert into inbox (consumer, event_id)
    select ${durable}, event_id from unnest(${eventIds}::text[]) as delivered (event_id) order by event_id
    on conflict do nothing returning event_id`
  return new Set(rows.map(({ eventId }) => eventId))
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
