import type { Tx } from '@jobboard/db/sql'
import type { Node } from '@jobboard/search-query/ast'
import type { WildcardWords } from '@jobboard/search-query/wildcards'
import type { Tokeniser } from '../domain/tokeniser.ts'

/** One search. `words` holds the expansion of every wildcard; a null filter does not filter. */
export interface Search {
  query: Node
  words: WildcardWords
  countryNumbers: number[] | null
  activeSince: Date | null
  /** Candidates whose consent has lapsed by then are absent (P-131). */
  now: Date
  page: number
  pageSize: number
}

/** Port of the search engines, with the documents of one tokeniser version. Every engine returns the same result for
 * the same search and version (D-42). */
export interface Engine {
  tokeniser: Tokeniser
  /** The words of the documents that each wildcard matches. Throws invalid_query above 500 words (D-41). */
  expandWildcards(sql: Tx, query: Node): Promise<WildcardWords>
  /** Throws unavailable until every candidate has a document of this version. */
  checkComplete(sql: Tx): Promise<void>
  /** Number of searchable candidates that match, and the ids of one page: last active first, then id descending.
   * Throws unavailable until every candidate has a document of this version. */
  search(sql: Tx, search: Search): Promise<{ total: number; ids: number[] }>
  /** Indexes candidates by their texts; an unchanged document is not written. */
  put(sql: Tx, candidates: { id: number; texts: string[] }[]): Promise<void>
  /** Whether the candidate has a document of this version. */
  has(sql: Tx, candidateId: number): Promise<boolean>
  /** Removes a candidate from the index. */
  remove(sql: Tx, candidateId: number): Promise<void>
}
