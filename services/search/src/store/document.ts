import { fragment, type Tx } from '@jobboard/db/sql'
import { recordPending } from './pending-change.ts'
import { tablesOf } from './tokeniser.ts'

/** What is stored of a candidate's searchable texts. */
export interface StoredDocument {
  terms: readonly string[]
  body: string
}

/** Stores a document of a tokeniser version, and the words that it no longer has in `removed_word`. Returns false, and
 * writes nothing, when it is unchanged. The caller has locked the candidate. */
export async function saveDocument(
  sql: Tx,
  version: number,
  candidateId: number,
  { terms, body }: StoredDocument,
): Promise<boolean> {
  const { documents } = tablesOf(version)
  const rows = await sql`
    with saved as (
      insert into ${documents} as stored (candidate_id, tokeniser_version, terms, body)
      values (${candidateId}, ${version}, array_to_tsvector(${terms}::text[]), ${body})
      on conflict (candidate_id) do update set tokeniser_version = excluded.tokeniser_version,
        terms = excluded.terms, body = excluded.body
      where (stored.tokeniser_version, stored.body) is distinct from (excluded.tokeniser_version, excluded.body)
      returning 1
    ), removed as (
      -- The document as it was before this statement; an unchanged one has lost no word.
      select array(select unnest(tsvector_to_array(terms)) except select unnest(${terms}::text[])) as words
      from ${documents} where candidate_id = ${candidateId}
    ), listed as (${listRemoved(version, candidateId, fragment`removed where cardinality(words) > 0`)}),
    changed as (select ${candidateId}::integer as id from saved), pending as (${recordPending})
    select 1 from saved`
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
