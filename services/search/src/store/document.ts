import { fragment, type Tx } from '@jobboard/db/sql'
import type { MaskedProfile } from '../domain/masked-profile.ts'
import { recordPending } from '../index/store/pending-change.ts'
import { tablesOf } from './tokeniser.ts'

/** What is stored of a candidate's searchable and shown texts. */
export interface StoredDocument {
  terms: readonly string[]
  body: string
  shown: MaskedProfile
  /** Version of the profile that it is made of. */
  builtFrom: number
}

/** Stores a document of a tokeniser version, and the words that it no longer has in `removed_word`; writes nothing when it is
 * unchanged. Returns whether its searchable text has changed. The caller has locked the candidate. */
export async function saveDocument(
  sql: Tx,
  version: number,
  candidateId: number,
  { terms, body, shown, builtFrom }: StoredDocument,
): Promise<boolean> {
  const { documents } = tablesOf(version)
  const rows = await sql`
    with saved as (
      insert into ${documents} as stored (candidate_id, tokeniser_version, terms, body, shown, built_from)
      values (${candidateId}, ${version}, array_to_tsvector(${terms}::text[]), ${body}, ${JSON.stringify(shown)}::jsonb,
        ${builtFrom}::int)
      on conflict (candidate_id) do update set terms = excluded.terms, body = excluded.body, shown = excluded.shown,
        built_from = excluded.built_from
      where (stored.body, stored.shown) is distinct from (excluded.body, excluded.shown)
      returning 1
    ), before as (
      -- The document as it was before this statement.
      select terms, body from ${documents} where candidate_id = ${candidateId}
    ), removed as (
      select array(select unnest(tsvector_to_array(terms)) except select unnest(${terms}::text[])) as words from before
    ), listed as (${listRemoved(version, candidateId, fragment`removed where cardinality(words) > 0`)}),
    changed as (
      select ${candidateId}::integer as id from saved where not exists (select from before where body = ${body})
    ), pending as (${recordPending})
    select 1 from changed`
  return rows.length > 0
}

/** Deletes the document of a tokeniser version, and stores its words in `removed_word`. */
export async function deleteDocument(sql: Tx, version: number, candidateId: number): Promise<void> {
  const { documents } = tablesOf(version)
  await sql`
    with removed as (
      delete from ${documents} where candidate_id = ${candidateId} returning tsvector_to_array(terms) as words
    ), changed as (select ${candidateId}::integer as id from removed), pending as (${recordPending})
    ${listRemoved(version, candidateId, fragment`removed`)}`
}

function listRemoved(version: number, candidateId: number, removed: ReturnType<typeof fragment>) {
  return fragment`
    insert into removed_word (candidate_id, tokeniser_version, words)
    select ${candidateId}::integer, ${version}::integer, words from ${removed}`
}
