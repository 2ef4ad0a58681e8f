import type { FacetName } from '@jobboard/contracts/search/search'
import type { Node } from '@jobboard/search-query/ast'
import type { WildcardWords } from '@jobboard/search-query/wildcards'
import type { FacetCounts } from './facets.ts'

/** One search. `words` holds the expansion of every wildcard; a null filter does not filter. */
export interface Search {
  query: Node
  words: WildcardWords
  countryNumbers: number[] | null
  activeSince: Date | null
  /** Candidates whose consent has lapsed by then are absent. */
  now: Date
  page: number
  pageSize: number
  /** Fields to count all matches by. */
  facets?: readonly FacetName[] | undefined
}

/** Number of searchable candidates that match, the ids of one page (last active first, then id descending), and all matches
 * counted by each field of `facets`. */
export interface Found {
  total: number
  ids: number[]
  counts: FacetCounts
}

/** A matching candidate with the values of the requested facets; null: not stated. */
export interface Match extends Partial<Record<FacetName, string | null>> {
  id: number
  active: number
}

const DAY_MS = 86_400_000

/** Earliest last activity that `activeWithinDays` accepts (D-42). */
export function activeSince(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}
