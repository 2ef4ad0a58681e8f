import type { Node } from '@jobboard/search-query/ast'
import type { WildcardWords } from '@jobboard/search-query/wildcards'

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

/** Number of searchable candidates that match, and the ids of one page: last active first, then id descending. */
export interface Found {
  total: number
  ids: number[]
}

/** Port of the search engines: each is an index over the documents of one tokeniser version, and returns the same result for
 * the same search (D-42). Outside indexes are filled through `IndexClient`. */
export interface Engine {
  /** Throws unavailable while the index is not complete, or cannot be reached. */
  search(search: Search): Promise<Found>
  /** Throws unavailable when a search would for want of an index. */
  checkReady(): Promise<void>
}
