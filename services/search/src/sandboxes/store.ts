import type { Sql, Tx } from '@jobboard/db/sql'
import { purgeCredits } from '@jobboard/ledger/entries'
import { inTurns } from '@jobboard/service/lifecycle/in-turns'
import {
  CANDIDATES_PER_BATCH,
  type ProfileSnapshot,
  type StoredProfile,
  searchedCountry,
} from '../candidates/store.ts'
import { buildDocument, type Tokeniser } from '../documents/document.ts'

/** Saves the profile of a candidate of a sandbox unless the stored version is as new, and deletes its documents; keeps the later
 * activity in any case. False when it is not newer. */
export async function saveSandboxCandidate(
  sql: Tx,
  sandboxId: number,
  { profile, isSearchable, consentExpiresAt, lastActiveAt, version }: ProfileSnapshot,
): Promise<boolean> {
  const { id } = profile
  const saved = await sql`
    insert into sandbox_candidate as stored (id, sandbox_id, version, is_searchable, last_active_at, country_number, profile,
      consent_expires_at)
    values (${id}, ${sandboxId}, ${version}, ${isSearchable}, ${lastActiveAt},
      ${searchedCountry({ profile, isSearchable })}::int, ${isSearchable ? JSON.stringify(profile) : null}::jsonb,
      ${consentExpiresAt ?? null}::timestamptz)
    on conflict (id) do update set version = excluded.version, is_searchable = excluded.is_searchable,
      last_active_at = greatest(stored.last_active_at, excluded.last_active_at), country_number = excluded.country_number,
      profile = excluded.profile, consent_expires_at = excluded.consent_expires_at
    where stored.version < excluded.version
    returning 1`
  if (saved.length > 0) {
    await sql`delete from sandbox_document where candidate_id = ${id}`
    return true
  }
  await sql`
    update sandbox_candidate set last_active_at = ${lastActiveAt} where id = ${id} and last_active_at < ${lastActiveAt}`
  return false
}

/** Masks profiles of locked candidates of sandboxes and stores their documents. */
export async function putSandboxDocuments(
  sql: Tx,
  tokeniser: Tokeniser,
  candidates: readonly StoredProfile[],
): Promise<void> {
  for (const { id, version, profile } of candidates) {
    const { terms, body, shown } = await inTurns(buildDocument(profile, tokeniser))
    await sql`
      insert into sandbox_document (candidate_id, tokeniser_version, terms, body, shown, built_from)
      values (${id}, ${tokeniser.version}, array_to_tsvector(${terms}::text[]), ${body}, ${JSON.stringify(shown)}::jsonb,
        ${version})
      on conflict (candidate_id, tokeniser_version) do nothing`
  }
}

/** Whether a candidate of the sandbox to be found has no document of the version, as after a release with another one. */
export async function lacksDocuments(sql: Sql, version: number, sandboxId: number): Promise<boolean> {
  const rows = await sql`
    select 1 from sandbox_candidate where sandbox_id = ${sandboxId} and is_searchable
      and not exists (select from sandbox_document where candidate_id = id and tokeniser_version = ${version}) limit 1`
  return rows.length > 0
}

/** Locks the next such candidates; an event of a profile waits. */
export function lockWithoutDocument(sql: Tx, version: number, sandboxId: number) {
  return sql<StoredProfile>`
    select id, version, profile from sandbox_candidate where sandbox_id = ${sandboxId} and is_searchable
      and not exists (select from sandbox_document where candidate_id = id and tokeniser_version = ${version})
    order by id limit ${CANDIDATES_PER_BATCH} for no key update`
}

/** Deletes the documents of all sandboxes of a version: the next search of each makes its own again. Those that a change or a
 * purge has locked are made or deleted by that. */
export async function deleteSandboxDocuments(sql: Tx, version: number): Promise<void> {
  await sql`
    delete from sandbox_document where ctid = any(array(
      select ctid from sandbox_document where tokeniser_version = ${version} for update skip locked))`
}

/** Deletes a candidate of a sandbox with its documents. */
export async function deleteSandboxCandidate(sql: Tx, candidateId: number): Promise<void> {
  await sql`delete from sandbox_candidate where id = ${candidateId}`
}

/** Deletes what search has of a retired sandbox: at most 200 candidates, 2,000 applications and as many unlocks and searches as it
 * has paid for. */
export async function purgeSandbox(sql: Tx, sandboxId: number): Promise<{ isDone: boolean }> {
  await sql`
    delete from application_copy
    where candidate_id in (select id from sandbox_candidate where sandbox_id = ${sandboxId})`
  await sql`delete from sandbox_candidate where sandbox_id = ${sandboxId}`
  await sql`delete from unlock where employer_id = ${sandboxId}`
  await sql`delete from past_search where employer_id = ${sandboxId}`
  await purgeCredits(sql, sandboxId)
  return { isDone: true }
}
