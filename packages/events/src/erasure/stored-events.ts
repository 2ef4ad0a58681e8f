import type { Sql, Tx } from '@jobboard/db/sql'

/** Aggregates of one noun of one service, by id. */
export interface Aggregates {
  owner: string
  noun: string
  ids: readonly string[]
}

/** Deletes the failed events and the dead letters of aggregates, events and states alike. Their inbox rows stay. */
export async function deleteStoredEvents(sql: Tx, { owner, noun, ids }: Aggregates): Promise<void> {
  const subjects = [`evt.${owner}.${noun}.%`, `state.${owner}.${noun}.%`]
  await sql`delete from event_attempt where subject like any(${subjects}) and aggregate_id = any(${ids})`
  await sql`delete from dead_letter where subject like any(${subjects}) and aggregate_id = any(${ids})`
}

/** Deletes the events of aggregates from the outbox of their owner, published or not. Reads it by `aggregate_id`: the
 * owner's migrations have an index for these subjects. */
export async function deleteOutboxEvents(sql: Tx, { owner, noun, ids }: Aggregates): Promise<void> {
  await sql`
    delete from outbox where subject like ${`evt.${owner}.${noun}.%`} and aggregate_id = any(${ids})`
}

/** The id that the newest row of the outbox has or had. */
export async function lastOutboxId(sql: Sql): Promise<number> {
  const [row] = await sql<{ lastId: number }>`
    select coalesce(pg_sequence_last_value('outbox_id_seq'), 0) as last_id`
  return row!.lastId
}

/** Whether the relay has published every row up to `id`. Then it holds no batch in memory that was read before. */
export async function isPublishedTo(sql: Sql, id: number): Promise<boolean> {
  const rows = await sql`select 1 from outbox where published_at is null and id <= ${id} limit 1`
  return rows.length === 0
}
