import type { Tx } from '@jobboard/db/sql'
import type { Node } from '@jobboard/search-query/ast'
import type { WildcardWords } from '@jobboard/search-query/wildcards'
import type { Tokeniser } from '../domain/tokeniser.ts'
import type { Wanted } from '../store/found.ts'

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
  search(sql: Tx, search: Wanted): Promise<{ total: number; ids: number[] }>
  /** Indexes candidates by their texts; an unchanged document is not written. */
  put(sql: Tx, candidates: { id: number; texts: string[] }[]): Promise<void>
  /** Whether the candidate has a document of this version. */
  has(sql: Tx, candidateId: number): Promise<boolean>
  /** Removes a candidate from the index. */
  remove(sql: Tx, candidateId: number): Promise<void>
}
