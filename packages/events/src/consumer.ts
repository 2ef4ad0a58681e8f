import type { ServiceName } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { DataOf, Event, EventType } from '@jobboard/contracts/event'
import type { Db } from '@jobboard/db/db'
import type { Tx } from '@jobboard/db/sql'
import type { Bus } from './bus.ts'
import { deliver, type Patience, type Trace } from './deliver.ts'
import { applyOnce, durableOf, typeOf } from './inbox.ts'
import type { Log } from './log.ts'
import { pull } from './pull.ts'
import { cleanInbox } from './retention.ts'

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

/** Handles an event that came another way than NATS (by HTTP): the same event id takes effect once, whichever way is first.
 * Returns whether it was new. Throws invalid_request for what breaks the contract, and what the handler throws. */
export async function receive(
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

/** A consumer at work. */
export interface RunningConsumer {
  /** Finishes what has been fetched; afterwards the bus may close. */
  stop(): Promise<void>
  metrics(): Promise<ConsumerMetrics>
}

/** `deadLetters` stand in the table, the others count since the start of this process. */
export interface ConsumerMetrics {
  handled: number
  duplicates: number
  retries: number
  parked: number
  deadLetters: number
}

/** What `startConsumer` needs. `trace` wraps the handling of each event; the last two are for tests. */
export interface ConsumerOptions {
  db: Db
  bus: Bus
  service: ServiceName
  consumer: Consumer
  log: Log
  trace?: Trace
  ackWaitMs?: number
  patience?: Partial<Patience>
}

const ACK_WAIT_MS = 10_000
const CLEAN_MS = 3_600_000
const PATIENCE: Patience = { maxAttempts: 8, retryMs: 100, maxRetryMs: 30_000, unavailableMs: 1_000 }

/** Starts a consumer in the background; NATS and the database may be away now and later. Every event is handled at
 * least once and takes effect once; after 8 failures or deaths of the process it becomes a dead letter. */
export function startConsumer(options: ConsumerOptions): RunningConsumer {
  const { db, bus, service, consumer, log, ackWaitMs = ACK_WAIT_MS } = options
  const durable = durableOf(service, consumer)
  const counts = { handled: 0, duplicates: 0, retries: 0, parked: 0 }
  const patience = { ...PATIENCE, ...options.patience }
  const trace: Trace = options.trace ?? ((_, work) => work())
  const delivery = { db, durable, consumer, log, counts, patience, trace }

  const settle = (message: Parameters<typeof deliver>[0]) => deliver(message, delivery)
  const stop = pull({ bus, durable, filter: consumer.filter, ackWaitMs, settle, log })
  const cleaning = setInterval(() => {
    cleanInbox(db, durable).catch((error: unknown) => log.warn({ err: error }, 'inbox not cleaned'))
  }, CLEAN_MS).unref()

  return {
    async stop() {
      clearInterval(cleaning)
      await stop()
    },
    async metrics() {
      const [row] = await db.sql<{ deadLetters: number }>`
        select count(*) as dead_letters from dead_letter where consumer = ${durable}`
      return { ...counts, ...row! }
    },
  }
}
