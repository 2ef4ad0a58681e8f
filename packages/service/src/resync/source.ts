import type { EventType } from '@jobboard/contracts/event'
import type { Sql } from '@jobboard/db/sql'
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
