import { offsetOf } from '@jobboard/db/page'
import { fragment, type Sql } from '@jobboard/db/sql'
import type { Node } from '@jobboard/search-query/ast'
import { toPostgres } from '@jobboard/search-query/to-postgres'
import type { WildcardWords } from '@jobboard/search-query/wildcards'
import { isVisible } from './candidate.ts'
import { tablesOf } from './tokeniser.ts'

/** What a page of a search is selected by. `words` holds the expansion of every wildcard; a null filter does not filter. */
export interface Wanted {
  query: Node
  words: WildcardWords
  countryNumbers: number[] | null
  activeSince: Date | null
  /** Candidates whose consent has lapsed by then are absent (P-131). */
  now: Date
  page: number
  pageSize: number
}

const columns = { terms: 'document.terms', body: 'document.body', lexemes: 'document_lexemes(document.body)' }

/** Number of visible candidates whose document of a tokeniser version matches, and the ids of one page: last active first,
 * then id descending. One snapshot for both. */
export async function findPage(
  sql: Sql,
  version: number,
  { query, words, countryNumbers, activeSince, now, ...page }: Wanted,
): Promise<{ total: number; ids: number[] }> {
  const { strings, values } = toPostgres(query, words, columns)
  const isTrue = fragment(strings as unknown as TemplateStringsArray, ...values)
  const { offset, limit } = offsetOf(page)
  // The filters are always part of the text, so only four statements are prepared.
  const [result] = await sql<{ total: number; ids: number[] }>`
    with found as materialized (
      select id, last_active_at from candidate join ${tablesOf(version).documents} document on candidate_id = id
      where ${isVisible(now)} and ${isTrue}
        and (${countryNumbers}::int[] is null or country_number = any(${countryNumbers}::int[]))
        and (${activeSince}::timestamptz is null or last_active_at >= ${activeSince}::timestamptz)
    )
    select (select count(*) from found) as total,
      array(select id from found order by last_active_at desc, id desc limit ${limit} offset ${offset}) as ids`
  return result!
}
