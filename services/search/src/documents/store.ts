import { unavailable } from '@jobboard/contracts/error'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { inTurns } from '@jobboard/service/lifecycle/in-turns'
import type { StoredProfile } from '../candidates/store.ts'
import { recordPending } from '../index/pending-store.ts'
import { buildDocument, type CandidateDocument, type Tokeniser } from './document.ts'
import { findTokeniser, insertVocabulary, searchedTables, tablesOf } from './tokeniser-store.ts'

/** The documents and words of one tokeniser version in the service's own database. They are the truth: every search engine is
 * an index over them. */
export type Documents = ReturnType<typeof documentsOf>

export function documentsOf(tokeniser: Tokeniser) {
  const { version } = tokeniser
  const { documents, words: vocabulary } = tablesOf(version)
  return {
    tokeniser,

    /** Masks the profiles and stores their documents; an unchanged one is not written. */
    async put(sql: Tx, candidates: readonly StoredProfile[]): Promise<void> {
      const changedWords = new Set<string>()
      for (const { id, version: builtFrom, profile } of candidates) {
        const document = await inTurns(buildDocument(profile, tokeniser))
        if (await saveDocument(sql, version, id, document, builtFrom)) {
          for (const term of document.terms) changedWords.add(term)
        }
      }
      if (changedWords.size > 0) await insertVocabulary(sql, vocabulary, [...changedWords])
    },

    async has(sql: Tx, candidateId: number): Promise<boolean> {
      const rows = await sql`select 1 from ${documents} where candidate_id = ${candidateId}`
      return rows.length > 0
    },

    remove: (sql: Tx, candidateId: number) => deleteDocument(sql, version, candidateId),
  }
}

/** Throws unavailable until every candidate, live or of the sandbox, has a document of this version: a result that lacks
 * candidates would cost a credit. */
export async function checkComplete(sql: Sql, version: number, sandboxId: number | undefined): Promise<void> {
  if (sandboxId !== undefined) return checkSandboxComplete(sql, version, sandboxId)
  if (!(await findTokeniser(sql, version))?.isComplete) throw incomplete()
}

async function checkSandboxComplete(sql: Sql, version: number, sandboxId: number): Promise<void> {
  const { candidates, documents } = searchedTables(version, sandboxId)
  const rows = await sql`
    select 1 from ${candidates} left join ${documents} document on candidate_id = id
    where is_searchable and candidate_id is null limit 1`
  if (rows.length > 0) throw incomplete()
}

function incomplete() {
  return unavailable('The search index is being built and')
}

/** Stores a document of a tokeniser version, and the words that it no longer has in `removed_word`; writes nothing when it is
 * unchanged. `builtFrom` is the version of the profile. Returns whether its searchable text has changed. The caller has locked the candidate. */
async function saveDocument(
  sql: Tx,
  version: number,
  candidateId: number,
  { terms, body, shown }: CandidateDocument,
  builtFrom: number,
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
