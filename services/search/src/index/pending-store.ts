import { fragment, type Sql } from '@jobboard/db/sql'
import { tablesOf } from '../documents/tokeniser-store.ts'
import type { IndexedCandidate } from './index-document.ts'
import { isOfIndex, tokeniserVersionOf } from './store.ts'

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

/** Limits of one batch: candidates, and bytes of text (a document is about twice its text). */
const BATCH_DOCUMENTS = 1_000
const BATCH_BYTES = 4_194_304

/** A refused document is sent again after this time. */
const REFUSED_RETRY_SECONDS = 60

/** A change that is not in the index yet, with the present state of the candidate; null: not to be found. */
interface PendingChange extends Sent {
  candidate: IndexedCandidate | null
}

/** The oldest changes of a version, up to the limits of a batch. Sequence and state are of one snapshot. */
export async function listPendingChanges(sql: Sql, version: number): Promise<PendingChange[]> {
  const { documents } = tablesOf(version)
  const rows = await sql<{ pendingId: number; sequence: number } & Partial<IndexedCandidate>>`
    with waiting as materialized (
      select candidate_id, sequence from pending_change
      where ${isOfIndex(version)}
        and (refused_at is null or refused_at < now() - make_interval(secs => ${REFUSED_RETRY_SECONDS}))
      order by sequence limit ${BATCH_DOCUMENTS}
    ), state as (
      select waiting.candidate_id as pending_id, waiting.sequence, ${indexedColumns},
        coalesce(sum(octet_length(body)) over (order by waiting.sequence
          rows between unbounded preceding and 1 preceding), 0) as bytes_before
      from waiting
      left join candidate on candidate.id = waiting.candidate_id and is_searchable
      left join ${documents} document on document.candidate_id = candidate.id
    )
    select * from state where bytes_before < ${BATCH_BYTES} order by sequence`
  return rows.map(({ pendingId, sequence, ...state }) => ({
    id: pendingId,
    sequence,
    candidate: state.body ? (state as IndexedCandidate) : null,
  }))
}

/** The next candidates to be found, in the order of their ids, up to the limits of a batch. */
export function listIndexedAfter(sql: Sql, version: number, afterId: number): Promise<IndexedCandidate[]> {
  const { documents } = tablesOf(version)
  return sql<IndexedCandidate>`
    with page as (
      select ${indexedColumns} from ${documents} document join candidate on candidate.id = document.candidate_id
      where document.candidate_id > ${afterId} and is_searchable
      order by document.candidate_id limit ${BATCH_DOCUMENTS}
    ), state as (
      select page.*, coalesce(sum(octet_length(body)) over (order by id
        rows between unbounded preceding and 1 preceding), 0) as bytes_before from page
    )
    select id, body, country_number, last_active_at, consent_expires_at, career_status
    from state where bytes_before < ${BATCH_BYTES} order by id`
}

const indexedColumns = fragment`candidate.id, body, country_number, last_active_at, consent_expires_at,
  profile ->> 'careerStatus' as career_status`
