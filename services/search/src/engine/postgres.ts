import { unavailable } from '@jobboard/contracts/error'
import { offsetOf } from '@jobboard/db/page'
import { fragment, type Tx } from '@jobboard/db/sql'
import { toPostgres } from '@jobboard/search-query/to-postgres'
import { TOKENISER_VERSION } from '@jobboard/search-query/tokenise'
import type { Engine } from './engine.ts'

/** Engine in the service's own database: a document is found as soon as its transaction commits. */
export const postgres: Engine = {
  async search(sql, { query, words, countryNumbers, activeSince, ...page }) {
    await checkVersions(sql)
    const { strings, values } = toPostgres(query, words, { terms: 'document.terms', body: 'document.body' })
    const isTrue = fragment(strings as unknown as TemplateStringsArray, ...values)
    const { offset, limit } = offsetOf(page)
    // One snapshot for total and page. The filters are always part of the text, so only four statements are prepared.
    const [result] = await sql<{ total: number; ids: number[] }>`
      with found as materialized (
        select id, last_active_at from candidate join candidate_document document on candidate_id = id
        where is_searchable and ${isTrue}
          and (${countryNumbers}::int[] is null or country_number = any(${countryNumbers}::int[]))
          and (${activeSince}::timestamptz is null or last_active_at >= ${activeSince}::timestamptz)
      )
      select (select count(*) from found) as total,
        array(select id from found order by last_active_at desc, id desc limit ${limit} offset ${offset}) as ids`
    return result!
  },

  async put(sql, candidateId, { terms, body }) {
    const rows = await sql`
      insert into candidate_document (candidate_id, tokeniser_version, terms, body)
      values (${candidateId}, ${TOKENISER_VERSION}, array_to_tsvector(${terms}::text[]), ${body})
      on conflict (candidate_id) do update set tokeniser_version = excluded.tokeniser_version,
        terms = excluded.terms, body = excluded.body
      where (candidate_document.tokeniser_version, candidate_document.body)
        is distinct from (excluded.tokeniser_version, excluded.body)
      returning 1`
    return rows.length === 1
  },

  async remove(sql, candidateId) {
    await sql`delete from candidate_document where candidate_id = ${candidateId}`
  },

  async lockOutdated(sql, limit) {
    // Skip locked: replicas rebuild different candidates.
    const rows = await sql<{ candidateId: number }>`
      select candidate_id from candidate_document
      where tokeniser_version < ${TOKENISER_VERSION} or tokeniser_version > ${TOKENISER_VERSION}
      limit ${limit} for update skip locked`
    return rows.map(({ candidateId }) => candidateId)
  },
}

// Words of different tokeniser versions do not match each other, and a wrong result would cost a credit.
async function checkVersions(sql: Tx): Promise<void> {
  const [version] = await sql<{ lowest: number | null; highest: number | null }>`
    select min(tokeniser_version) as lowest, max(tokeniser_version) as highest from candidate_document`
  if ([version!.lowest, version!.highest].some((found) => found !== null && found !== TOKENISER_VERSION)) {
    throw unavailable('The search index is being rebuilt and')
  }
}
