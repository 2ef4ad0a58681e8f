import type { DataOf, Event, EventType } from '@jobboard/contracts/event'
import type { Tx } from '@jobboard/db/sql'

/** What a service does when another one tells something. A value: nothing runs until `startConsumer`. */
export interface Consumer {
  /** `[a-z0-9_]+`, unique in the service, never renamed: inbox rows and the durable carry it. */
  name: string
  /** One subject filter within one owner's stream, such as `evt.jobs.job.>`. */
  filter: string
  /** What `handle` understands; other subjects within the filter are acknowledged and ignored. */
  events: readonly EventType[]
  handle(sql: Tx, event: Event): Promise<void>
}

/** The events of some types, as `handle` gets them; `isEvent` tells them apart. */
export type EventOf<E extends EventType> = E extends EventType ? Event<DataOf<E>> : never

/** Declares a consumer. `handle` runs in one transaction with the inbox row, once per event id. Events of an aggregate may
 * still come out of order or again after a replay: projections upsert `where version < excluded.version`. */
export function consumer<E extends EventType>(definition: {
  name: string
  filter: string
  events: readonly E[]
  handle(sql: Tx, event: EventOf<E>): Promise<void>
}): Consumer {
  const { name, filter, events, handle } = definition
  if (!/^[a-z0-9_]+$/.test(name)) throw new Error(`consumer name ${name} must match [a-z0-9_]+`)
  if (!/^evt\.[a-z]+\.[a-z0-9_.*>]+$/.test(filter)) throw new Error(`filter ${filter} must name one owner`)
  return { name, filter, events, handle: (sql, event) => handle(sql, event as EventOf<E>) }
}

/** Whether an event is of this type. */
export function isEvent<E extends EventType>(event: Event, type: E): event is Event<DataOf<E>> {
  return event.subject === type.subject
}
