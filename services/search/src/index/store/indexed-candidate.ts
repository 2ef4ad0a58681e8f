import { fragment, type Sql } from '@jobboard/db/sql'
import { tablesOf } from '../../store/tokeniser.ts'
import type { IndexedCandidate } from '../indexed-candidate.ts'
import { isOfIndex } from './index-format.ts'
import type { Sent } from './pending-change.ts'

/** Limits of one batch: candidates, and bytes of text (a document is about twice its text). */
const BATCH_DOCUMENTS = 1_000
const BATCH_BYTES = 4_194_304

/** A refused document is sent again after this time. */
const REFUSED_RETRY_SECONDS = 60

/** A change that is not in the index yet, with the present state of the candidate; null: not to be found. */
export interface PendingChange extends Sent {
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
