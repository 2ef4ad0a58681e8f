import { offsetOf } from '@jobboard/db/page'
import { fragment, type Sql } from '@jobboard/db/sql'
import { type Columns, toPostgres } from '@jobboard/search-query/to-postgres'
import type { Found, Match, Search } from '../domain/search.ts'
import { isVisible } from './candidate.ts'
import { type CountedRow, countsOf, facetColumns, facetCounts } from './facets.ts'
import { tablesOf } from './tokeniser.ts'

const columns: Columns = { terms: 'document.terms', body: 'document.body' }
// An expression with an index: computing it takes 2.5 ms a document.
const indexed: Columns = { ...columns, lexemes: 'search_lexemes(document.body)' }

/** Number of visible candidates whose document of a tokeniser version matches, their facets, and the ids of one page, from one
 * snapshot. */
export async function findPage(sql: Sql, version: number, search: Search): Promise<Found> {
  const { offset, limit } = offsetOf(search)
  // The filters are always part of the text, so only seven statements are prepared for each set of facets.
  const [row] = await sql<Omit<Found, 'counts'> & CountedRow>`
    with found as materialized (${matching(version, search, indexed)})
    select (select count(*) from found) as total,
      array(select id from found order by last_active_at desc, id desc limit ${limit} offset ${offset}) as ids
      ${facetCounts(search.facets ?? [])}`
  const { total, ids, ...counted } = row!
  return { total, ids, counts: countsOf(counted) }
}

/** Those of the candidates who are visible and match, in any order, with their values of the requested facets. Reads their documents, not the index of lexemes. */
export function findAmong(sql: Sql, version: number, search: Search, candidateIds: number[]) {
  const among = fragment`and candidate_id = any(${candidateIds}::int[])`
  return sql<Omit<Match, 'active'> & { lastActiveAt: Date }>`${matching(version, search, columns, among)}`
}

/** A statement for each condition: under OR Postgres would compute the lexemes of rows again. */
function matching(version: number, search: Search, from: Columns, among = fragment``) {
  const { query, words, countryNumbers, activeSince, now, facets = [] } = search
  const parts = toPostgres(query, words, from).map(
    ({ strings, values }) => fragment`
      select id, last_active_at${facetColumns(facets)}
      from candidate join ${tablesOf(version).documents} document on candidate_id = id
      where ${isVisible(now)} and ${fragment(strings as unknown as TemplateStringsArray, ...values)}
        and (${countryNumbers}::int[] is null or country_number = any(${countryNumbers}::int[]))
        and (${activeSince}::timestamptz is null or last_active_at >= ${activeSince}::timestamptz) ${among}`,
  )
  return parts.reduce((first, second) => fragment`${first} union all ${second}`)
}
