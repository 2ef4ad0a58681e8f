import type { Erased } from '@jobboard/contracts/candidates/events'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { deleteApplications } from '../applications/store.ts'
import { deleteDocument } from '../documents/store.ts'
import {
  deleteUnusedWords,
  listVersions,
  lockRemovedWords,
  takeRemovedWordsOf,
} from '../documents/tokeniser-store.ts'
import { recordPending } from '../index/pending-store.ts'
import { deleteSandboxCandidate } from '../sandboxes/store.ts'

/** Deletes the copy of the profile, and takes the candidate out of stored responses. Unlocks and the ledger stay: they
 * name ids alone. */
export async function eraseCandidate(sql: Tx, { candidateId }: Erased): Promise<void> {
  await deleteApplications(sql, candidateId)
  await deleteCandidate(sql, candidateId)
  await deleteSandboxCandidate(sql, candidateId)
  await eraseFromStoredSearches(sql, candidateId)
}

/** Deletes a candidate with the documents of every tokeniser version, and the words that only they hold, or held before
 * the candidate changed them. */
export async function deleteCandidate(sql: Tx, candidateId: number): Promise<void> {
  await lockRemovedWords(sql)
  // First, as an event of the profile locks it: its document is written after it.
  await sql`select 1 from candidate where id = ${candidateId} for update`
  for (const version of await listVersions(sql)) await deleteDocument(sql, version, candidateId)
  await sql`with changed as (delete from candidate where id = ${candidateId} returning id) ${recordPending}`
  for (const [version, words] of await takeRemovedWordsOf(sql, candidateId)) {
    await deleteUnusedWords(sql, version, words)
  }
}

/** Those of the candidates of whom a copy, or an application, is stored. */
export async function listStored(sql: Sql, candidateIds: readonly number[]): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from candidate where id = any(${candidateIds}::int[])
    union select id from sandbox_candidate where id = any(${candidateIds}::int[])
    union select candidate_id from application_copy where candidate_id = any(${candidateIds}::int[])`
  return rows.map(({ id }) => id)
}

// Each statement rewrites so many responses of 25 candidates, well within the time of one. They are locked first: fewer than these
// are the last, even while old ones are deleted.
const RESPONSES = 200

/** Removes a candidate from the stored responses of searches. The rest of each stays: a search that is repeated with its
 * `Idempotency-Key` must not cost a second credit. */
export async function eraseFromStoredSearches(sql: Tx, candidateId: number): Promise<void> {
  const isSearch = fragment`path = '/api/v1/candidates/search' and status < 300`
  let erased: unknown[]
  do {
    erased = await sql`
      update idempotency set body = jsonb_set(body::jsonb, '{items}', (
        select coalesce(jsonb_agg(item order by place), '[]')
        from jsonb_array_elements(body::jsonb -> 'items') with ordinality as found (item, place)
        where item ->> 'candidateId' <> ${String(candidateId)}))::text
      where ctid = any(array(
        select ctid from idempotency
        where ${isSearch}
          and jsonb_path_query_array(body::jsonb, '$.items[*].candidateId') @> ${String(candidateId)}::jsonb
        limit ${RESPONSES} for update))
      returning 1`
  } while (erased.length === RESPONSES)
  // A nearest word may have been this candidate's alone. Within a text the quotes of the name would be escaped.
  do {
    erased = await sql`
      update idempotency set body = (body::jsonb - 'suggestions')::text
      where ctid = any(array(
        select ctid from idempotency where ${isSearch} and body like '%"suggestions":%'
        limit ${RESPONSES} for update))
      returning 1`
  } while (erased.length === RESPONSES)
}
