import type { Node } from '@jobboard/search-query/ast'
import type { WildcardWords } from '@jobboard/search-query/wildcards'
import type { IndexDocument } from './index-document.ts'

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

/** Port of the search engines: an index over the documents of one tokeniser version. Every engine returns the same result for
 * the same search (D-42). */
export interface Engine {
  name: 'postgres' | 'meilisearch'
  /** Hands documents over to the index, in place of older ones of the same candidates. */
  index(documents: IndexDocument[]): Promise<void>
  /** Hands the removal of candidates over to the index. */
  remove(candidateIds: number[]): Promise<void>
  /** Resolves when searches see all that was handed over. Throws when a part of it failed; hand that over again. */
  settled(): Promise<void>
  /** Throws unavailable while the index is not complete, or cannot be reached. */
  search(search: Search): Promise<Found>
  /** Throws what a search would throw for want of an index. */
  checkReady(): Promise<void>
  /** Number of documents in the index. Throws as `checkReady`. */
  stats(): Promise<{ documents: number }>
}
