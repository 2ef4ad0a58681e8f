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

/** Whether the relay has published the erasures of these candidates. It reads them before all other rows, one batch after
 * the other: then it holds no batch in memory that was read before. */
export async function areErasuresPublished(sql: Sql, candidateIds: readonly number[]): Promise<boolean> {
  const rows = await sql`
    select 1 from outbox where published_at is null and subject like 'evt.%.candidate.erased.%'
      and (subject like 'evt.%.candidate.erased.%' or subject like 'evt.%.erasure.confirmed.%')
      and aggregate_id = any(${candidateIds.map(String)}) limit 1`
  return rows.length === 0
}
