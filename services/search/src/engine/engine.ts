import type { Tx } from '@jobboard/db/sql'
import type { Node } from '@jobboard/search-query/ast'
import type { SearchDocument } from '@jobboard/search-query/document'
import type { WildcardWords } from '@jobboard/search-query/wildcards'

/** What is looked for; `words` has those of every wildcard. Null: no filter. */
export interface Search {
  query: Node
  words: WildcardWords
  countryNumbers: number[] | null
  activeSince: Date | null
  page: number
  pageSize: number
}

/** Finds candidates. Whichever engine it is, the answer is the same (D-42). */
export interface Engine {
  /** How many searchable candidates the query is true for, and the ids of one page of them: last active first, then id
   * descending. Throws unavailable while documents of another tokeniser are about. */
  search(sql: Tx, search: Search): Promise<{ total: number; ids: number[] }>
  /** Makes a candidate findable. False when nothing has changed. */
  put(sql: Tx, candidateId: number, document: SearchDocument): Promise<boolean>
  /** Nobody finds the candidate any more. */
  remove(sql: Tx, candidateId: number): Promise<void>
  /** Some candidates whose words another version of the tokeniser made, locked. */
  lockOutdated(sql: Tx, limit: number): Promise<number[]>
}
