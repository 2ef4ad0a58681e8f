import type { Tx } from '@jobboard/db/sql'
import { listVersions, tablesOf } from './tokeniser.ts'
import { deleteUnusedWords } from './vocabulary.ts'

/** Deletes a candidate; the documents of every tokeniser version go with the row, and the words that only they hold. */
export async function deleteCandidate(sql: Tx, candidateId: number): Promise<void> {
  // One at a time: two that share a word would each see the other's document, and both keep it.
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' erasure of words', 0))`
  // First, as an event of the profile locks it: its document is written after it.
  await sql`select 1 from candidate where id = ${candidateId} for update`
  const versions = await listVersions(sql)
  const terms = new Map<number, string[]>()
  for (const version of versions) {
    const [document] = await sql<{ terms: string[] }>`
      select tsvector_to_array(terms) as terms from ${tablesOf(version).documents}
      where candidate_id = ${candidateId}`
    terms.set(version, document?.terms ?? [])
  }
  await sql`delete from candidate where id = ${candidateId}`
  for (const [version, words] of terms) await deleteUnusedWords(sql, tablesOf(version), words)
}

/** Removes a candidate from the stored responses of searches. The rest of each stays: a search that is repeated with its
 * `Idempotency-Key` must not cost a second credit. */
export async function eraseFromStoredSearches(sql: Tx, candidateId: number): Promise<void> {
  await sql`
    update idempotency set body = jsonb_set(body::jsonb, '{items}', (
      select coalesce(jsonb_agg(item order by place), '[]')
      from jsonb_array_elements(body::jsonb -> 'items') with ordinality as found (item, place)
      where item ->> 'candidateId' <> ${String(candidateId)}))::text
    where path = '/api/v1/candidates/search' and status < 300
      and body::jsonb @> ${JSON.stringify({ items: [{ candidateId }] })}::jsonb`
}
