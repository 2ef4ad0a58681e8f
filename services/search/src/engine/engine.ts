import type { Tx } from '@jobboard/db/sql'
import type { Node } from '@jobboard/search-query/ast'
import type { SearchDocument } from '@jobboard/search-query/document'
import type { WildcardWords } from '@jobboard/search-query/wildcards'

/** One search. `words` holds the expansion of every wildcard; a null filter does not filter. */
export interface Search {
  query: Node
  words: WildcardWords
  countryNumbers: number[] | null
  activeSince: Date | null
  page: number
  pageSize: number
}

/** Port of the search engines. Every engine returns the same result for the same search (D-42). */
export interface Engine {
  /** Number of searchable candidates that match, and the ids of one page: last active first, then id descending.
   * Throws unavailable while the index holds documents of another tokeniser version. */
  search(sql: Tx, search: Search): Promise<{ total: number; ids: number[] }>
  /** Indexes a candidate. False when the document is unchanged. */
  put(sql: Tx, candidateId: number, document: SearchDocument): Promise<boolean>
  /** Removes a candidate from the index. */
  remove(sql: Tx, candidateId: number): Promise<void>
  /** Locks up to `limit` candidates whose documents another tokeniser version made, and returns their ids. */
  lockOutdated(sql: Tx, limit: number): Promise<number[]>
}
