import { fragment, type Sql } from '@jobboard/db/sql'
import { isOfIndex, tokeniserVersionOf } from './index-format.ts'

/** Records the candidates of the common table `changed (id)` as pending in every tokeniser version that has an index.
 * Part of each statement that changes what a search can find. */
export const recordPending = fragment`
  insert into pending_change (tokeniser_version, candidate_id)
  select distinct tokeniser_version, changed.id from changed cross join search_index where state <> 'retired'
  on conflict (tokeniser_version, candidate_id) do update
    set sequence = excluded.sequence, refused_at = null`

/** A pending change as it was read. */
export interface Sent {
  id: number
  sequence: number
}

/** Deletes the changes that were sent, except those of candidates who changed again meanwhile. */
export async function deleteSent(sql: Sql, version: number, sent: readonly Sent[]): Promise<void> {
  await sql`
    delete from pending_change using unnest(${sent.map(({ id }) => id)}::int[],
      ${sent.map(({ sequence }) => sequence)}::bigint[]) as sent (id, sequence)
    where ${isOfIndex(version)} and candidate_id = sent.id and pending_change.sequence = sent.sequence`
}

/** Records candidates of one version as pending again, without a change. */
export async function savePending(
  sql: Sql,
  version: number,
  ids: readonly number[],
  { isRefused }: { isRefused: boolean },
): Promise<void> {
  await sql`
    insert into pending_change (tokeniser_version, candidate_id, refused_at)
    select ${tokeniserVersionOf(version)}::int, id, case when ${isRefused}::boolean then now() end from unnest(${ids}::int[]) as again (id)
    order by id
    on conflict (tokeniser_version, candidate_id) do update
      set sequence = excluded.sequence, refused_at = excluded.refused_at`
}

/** Number of pending changes of a version, and the age of the oldest in seconds. */
export async function countPending(
  sql: Sql,
  version: number,
): Promise<{ count: number; ageSeconds: number; refused: number }> {
  const [row] = await sql<{ count: number; ageSeconds: number; refused: number }>`
    select count(*) as count, count(refused_at) as refused,
      coalesce(extract(epoch from now() - min(changed_at)), 0)::float8 as age_seconds
    from pending_change where ${isOfIndex(version)}`
  return row!
}
