import { randomUUID } from 'node:crypto'
import type { EventType } from '@jobboard/contracts/event'
import { identifier, type Sql } from '@jobboard/db/sql'
import { MAX_PAYLOAD_BYTES, type OutboxRow, packedBytes } from '@jobboard/events/nats/message'
import type { NewEvent } from '@jobboard/events/publisher/outbox'
import type { z } from 'zod'

/** One row as a state, with the key after which the next page begins. */
export interface StateRow<Data> extends Omit<NewEvent<Data>, 'id' | 'traceparent'> {
  cursor: string
}

/** One page of rows in the order of their keys: `after` is null for the first. */
export interface StatePage {
  after: string | null
  limit: number
  now: Date
}

/** Rows that others copy, as a service declares them under `states`. */
export interface StateSource {
  type: EventType
  count(sql: Sql): Promise<number>
  read(sql: Sql, page: StatePage): Promise<StateRow<unknown>[]>
}

/** The `count` of a source that has every row of a table. */
export const countRows = (table: string) => async (sql: Sql) => {
  const [row] = await sql<{ count: number }>`select count(*) as count from ${identifier(table)}`
  return row!.count
}

/** Rows that are read in the order of their ids, as states. */
export function statesOf<Row extends { id: number; version: number }, Data>(
  rows: readonly Row[],
  now: Date,
  toData: (row: Row) => Data,
): StateRow<Data>[] {
  return rows.map((row) => ({
    aggregateId: row.id,
    aggregateVersion: row.version,
    occurredAt: now,
    data: toData(row),
    cursor: String(row.id),
  }))
}

/** Declares a source. `read` returns each row with its current version, in one snapshot, so that a copy never
 * goes back. */
export function stateSource<Data extends z.ZodType>(source: {
  type: EventType<Data>
  count(sql: Sql): Promise<number>
  read(sql: Sql, page: StatePage): Promise<StateRow<z.input<Data>>[]>
}): StateSource {
  return source
}

/** Bytes of JSON after which a page ends; it has at least one row. */
export const PAGE_BYTES = 4_194_304

/** States that are ready to publish. */
export interface Messages {
  rows: OutboxRow[]
  /** Aggregates whose state is larger than a message can be. */
  tooLarge: string[]
  bytes: number
  /** Key of the last row of the page. */
  cursor: string | null
}

/** Serializes the first rows of a page, up to 4 MiB. */
export function toMessages(type: EventType, page: readonly StateRow<unknown>[]): Messages {
  const messages: Messages = { rows: [], tooLarge: [], bytes: 0, cursor: null }
  for (const { aggregateId, aggregateVersion, occurredAt, data, cursor } of page) {
    if (messages.bytes >= PAGE_BYTES) break
    const payload = JSON.stringify(data)
    const bytes = Buffer.byteLength(payload)
    messages.bytes += bytes
    messages.cursor = cursor
    const id = messages.rows.length
    const row = { id, eventId: randomUUID(), subject: type.subject, traceparent: null, payload }
    if (packedBytes(payload, bytes) > MAX_PAYLOAD_BYTES) messages.tooLarge.push(String(aggregateId))
    else messages.rows.push({ ...row, aggregateId: String(aggregateId), aggregateVersion, occurredAt })
  }
  return messages
}
