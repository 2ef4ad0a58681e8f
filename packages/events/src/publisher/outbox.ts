import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { ApiError } from '@jobboard/contracts/error'
import type { EventType } from '@jobboard/contracts/event'
import type { Db } from '@jobboard/db/db'
import type { MigrationSource } from '@jobboard/db/migrate'
import { type Fragment, fragment, type Tx } from '@jobboard/db/sql'
import type { z } from 'zod'
import { fits } from '../nats/payload.ts'

/** The tables outbox, inbox, event_attempt and dead_letter: every service that tells or hears events has them. */
export const eventMigrations: MigrationSource = {
  name: 'events',
  folder: fileURLToPath(new URL('../../migrations', import.meta.url)),
}

/** `Db.listen` channel that is called after each commit with a new event. */
export const OUTBOX_CHANNEL = 'outbox'

/** What the owner tells: the aggregate's full state after the change. */
export interface NewEvent<Data> {
  aggregateId: string | number
  /** Grows by one with each change of the aggregate. */
  aggregateVersion: number
  /** Business clock. */
  occurredAt: Date
  data: Data
  /** A UUID; random when absent. */
  id?: string
  /** W3C trace context of the request. */
  traceparent?: string
}

/** Adds an event to the caller's transaction, after its change of the aggregate's row (the row lock keeps the order), or
 * with it: `change` is a statement on a row that is locked already, and costs no round trip of its own.
 * Returns the event id. Throws payload_too_large for an event that no message could carry. */
export async function appendEvent<Data extends z.ZodType>(
  sql: Tx,
  type: EventType<Data>,
  event: NewEvent<z.input<Data>>,
  change?: Fragment,
): Promise<string> {
  const [id] = await appendEvents(sql, type, [event], change)
  return id!
}

/** As `appendEvent`, for many aggregates of one kind in one statement. Returns the event ids in order. */
export async function appendEvents<Data extends z.ZodType>(
  sql: Tx,
  type: EventType<Data>,
  events: NewEvent<z.input<Data>>[],
  change?: Fragment,
): Promise<string[]> {
  if (events.length === 0) return []
  const ids = events.map(({ id }) => id ?? randomUUID())
  const payloads = events.map(({ data }) => JSON.stringify(data))
  await sql`
    ${change ? fragment`with change as (${change})` : fragment``}
    insert into outbox
      (subject, event_id, aggregate_id, aggregate_version, occurred_at, payload, payload_bytes, traceparent)
    select ${type.subject}, event_id, aggregate_id, aggregate_version, occurred_at, payload::json, payload_bytes,
      traceparent
    from unnest(${ids}::uuid[], ${events.map(({ aggregateId }) => String(aggregateId))}::text[],
      ${events.map(({ aggregateVersion }) => aggregateVersion)}::bigint[],
      ${events.map(({ occurredAt }) => occurredAt)}::timestamptz[], ${payloads}::text[],
      ${payloads.map(checkedBytes)}::int[], ${events.map(({ traceparent }) => traceparent ?? null)}::text[])
      with ordinality as e (event_id, aggregate_id, aggregate_version, occurred_at, payload, payload_bytes,
        traceparent, place)
    order by place`
  sql.notify(OUTBOX_CHANNEL)
  return ids
}

function checkedBytes(payload: string): number {
  const bytes = Buffer.byteLength(payload)
  if (fits(payload, bytes)) return bytes
  throw new ApiError(
    'payload_too_large',
    `Together this is too large to keep (${bytes} bytes); shorten the texts.`,
  )
}

/** Publishes again what was written since then (real clock), for consumers that lost it; the inbox absorbs the rest.
 * Reaches back as far as published rows are kept: 14 days. Returns the number of events. */
export function republishSince(db: Db, since: Date): Promise<number> {
  return db.tx(async (sql) => {
    const rows = await sql`
      update outbox set published_at = null where created_at >= ${since} and published_at is not null returning id`
    sql.notify(OUTBOX_CHANNEL)
    return rows.length
  })
}
