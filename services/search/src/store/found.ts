import { offsetOf } from '@jobboard/db/page'
import { fragment, type Sql } from '@jobboard/db/sql'
import { type Columns, toPostgres } from '@jobboard/search-query/to-postgres'
import type { Found, Search } from '../engine/engine.ts'
import { isVisible } from './candidate.ts'
import { tablesOf } from './tokeniser.ts'

const columns: Columns = { terms: 'document.terms', body: 'document.body' }
// An expression with an index: computing it takes 0.5 ms a document (P-205).
const indexed: Columns = { ...columns, lexemes: 'document_lexemes(document.body)' }

/** Number of visible candidates whose document of a tokeniser version matches, and the ids of one page, from one snapshot. */
export async function findPage(sql: Sql, version: number, search: Search): Promise<Found> {
  const { offset, limit } = offsetOf(search)
  // The filters are always part of the text, so only four statements are prepared.
  const [result] = await sql<Found>`
    with found as materialized (${matching(version, search, indexed)})
    select (select count(*) from found) as total,
      array(select id from found order by last_active_at desc, id desc limit ${limit} offset ${offset}) as ids`
  return result!
}

/** Those of the candidates who are visible and match, in any order. Reads their documents, not the index of lexemes. */
export function findAmong(sql: Sql, version: number, search: Search, candidateIds: number[]) {
  return sql<{ id: number; lastActiveAt: Date }>`
    ${matching(version, search, columns)} and candidate_id = any(${candidateIds}::int[])`
}

function matching(
  version: number,
  { query, words, countryNumbers, activeSince, now }: Search,
  from: Columns,
) {
  const { strings, values } = toPostgres(query, words, from)
  const isTrue = fragment(strings as unknown as TemplateStringsArray, ...values)
  return fragment`
    select id, last_active_at from candidate join ${tablesOf(version).documents} document on candidate_id = id
    where ${isVisible(now)} and ${isTrue}
      and (${countryNumbers}::int[] is null or country_number = any(${countryNumbers}::int[]))
      and (${activeSince}::timestamptz is null or last_active_at >= ${activeSince}::timestamptz)`
}
