import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { ApiError } from '@jobboard/contracts/error'
import type { EventType } from '@jobboard/contracts/event'
import type { MigrationSource } from '@jobboard/db/migrate'
import type { Tx } from '@jobboard/db/sql'
import { currentTraceparent } from '@jobboard/process/tracing/span'
import type { z } from 'zod'
import { MAX_PAYLOAD_BYTES, packedBytes } from '../nats/message.ts'
import { type ByteOwner, chargeBytes } from './byte-budget.ts'

/** The tables of events, outbox, inbox, replays and dead letters: every service has them. */
export const eventMigrations: MigrationSource = {
  name: 'events',
  folder: fileURLToPath(new URL('../../migrations', import.meta.url)),
}

/** `Db.listen` channel that is notified after each commit with a new event. */
export const OUTBOX_CHANNEL = 'outbox'

/** An event to publish; `data` is the full state of the aggregate after the change. */
export interface NewEvent<Data> {
  aggregateId: string | number
  /** Grows by one with each change of the aggregate. */
  aggregateVersion: number
  /** Business clock. */
  occurredAt: Date
  data: Data
  /** A UUID; random when absent. */
  id?: string
  /** W3C trace context, stored and sent as a message header; that of the current span when absent. */
  traceparent?: string | null
  /** Whose daily budget the event counts towards; none for what operators and timers cause, and for what a person
   * has a right to, such as the withdrawal of a consent. */
  chargedTo?: ByteOwner
}

/** Adds an event to the caller's transaction. Call it after the update of the aggregate's row: the row lock
 * orders the events of one aggregate. Returns the event id. Throws payload_too_large, and rate_limited when the
 * daily budget of `chargedTo` is used up. */
export async function appendEvent<Data extends z.ZodType>(
  sql: Tx,
  type: EventType<Data>,
  event: NewEvent<z.input<Data>>,
): Promise<string> {
  const [id] = await appendEvents(sql, type, [event])
  return id!
}

/** As `appendEvent`, for events of one type in one statement. Returns the event ids in order. */
export async function appendEvents<Data extends z.ZodType>(
  sql: Tx,
  type: EventType<Data>,
  events: NewEvent<z.input<Data>>[],
): Promise<string[]> {
  if (events.length === 0) return []
  const ids = events.map(({ id }) => id ?? randomUUID())
  const payloads = events.map(({ data }) => JSON.stringify(data))
  const sizes = payloads.map((payload, i) =>
    checkedBytes(payload, events[i]!.chargedTo ? MAX_WRITTEN_BYTES : MAX_PAYLOAD_BYTES),
  )
  appended.set(
    sql,
    sizes.reduce((sum, size) => sum + size, appendedBytes(sql)),
  )
  // All sent at once; a refused charge rolls back the insert too.
  const charged = events.map(async ({ chargedTo, occurredAt }, i) => {
    if (chargedTo) await chargeBytes(sql, chargedTo, sizes[i]!, occurredAt)
  })
  const trace = currentTraceparent()
  const inserted = sql`
    insert into outbox
      (subject, event_id, aggregate_id, aggregate_version, occurred_at, payload, payload_bytes, traceparent)
    select ${type.subject}, event_id, aggregate_id, aggregate_version, occurred_at, payload::json, payload_bytes,
      traceparent
    from unnest(${ids}::uuid[], ${events.map(({ aggregateId }) => String(aggregateId))}::text[],
      ${events.map(({ aggregateVersion }) => aggregateVersion)}::bigint[],
      ${events.map(({ occurredAt }) => occurredAt)}::timestamptz[], ${payloads}::text[],
      ${sizes}::int[], ${events.map(({ traceparent }) => traceparent ?? trace)}::text[])
      with ordinality as e (event_id, aggregate_id, aggregate_version, occurred_at, payload, payload_bytes,
        traceparent, place)
    order by place`
  await Promise.all([...charged, inserted])
  sql.notify(OUTBOX_CHANNEL)
  return ids
}

const appended = new WeakMap<Tx, number>()

/** Bytes of the events that a transaction has appended so far. */
export function appendedBytes(sql: Tx): number {
  return appended.get(sql) ?? 0
}

/** What a caller writes leaves room for the states that follow, such as that of an expired job. */
const MAX_WRITTEN_BYTES = MAX_PAYLOAD_BYTES - 1_024

function checkedBytes(payload: string, limit: number): number {
  const bytes = Buffer.byteLength(payload)
  const size = packedBytes(payload, bytes)
  if (size <= limit) return bytes
  throw new ApiError(
    'payload_too_large',
    `The object is too large to store (${size} bytes compressed, limit ${limit}); shorten its texts.`,
  )
}
