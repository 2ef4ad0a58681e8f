import { countryCode } from '@jobboard/contracts/iso-codes'
import type { CandidateFacets, FacetName } from '@jobboard/contracts/search/search'
import type { Node } from '@jobboard/search-query/ast'
import type { WildcardWords } from '@jobboard/search-query/wildcards'
import type { MaskedProfile } from '../documents/document.ts'

/** One search, of live candidates or of those of a sandbox. `words` holds the expansion of every wildcard; a null filter does not filter. */
export interface Search {
  sandboxId: number | undefined
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
  /** Last activity, in milliseconds since 1970. */
  active: number
}

const DAY_MS = 86_400_000

/** Earliest last activity that `activeWithinDays` accepts (D-42). */
export function activeSince(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

/** Port of the search engines: each is an index over the documents of one tokeniser version, and returns the same result for
 * the same search (D-42). Outside indexes are filled through `IndexClient`. */
export interface Engine {
  /** Searches once `payable` has resolved; throws what that throws. Throws unavailable while the index is not complete, or cannot
   * be reached. */
  search(search: Search, payable?: Promise<unknown>): Promise<Found>
  /** Throws unavailable when a search of live candidates, or of the sandbox, would for want of an index. */
  checkReady(sandboxId: number | undefined): Promise<void>
}

/** A searchable candidate as one employer sees it. */
export interface FoundCandidate {
  id: number
  shown: MaskedProfile
  lastActiveAt: Date
  isUnlocked: boolean
}

/** The same on a page, without the masked profile where the reader has cached it. */
export interface ListedCandidate extends Omit<FoundCandidate, 'shown'> {
  /** Version of the profile that the masked one was made of. */
  version: number
  shown: MaskedProfile | null
}

/** Number of matching candidates by the stored value of a field, such as 578 for Norway; those without a value are in no
 * count. */
export type ValueCounts = Record<string, number>
/** The counts of each requested field. */
export type FacetCounts = Partial<Record<FacetName, ValueCounts>>

/** Adds up the counts of disjoint sets of candidates. */
export function addCounts(sets: ValueCounts[]): ValueCounts {
  const sum: ValueCounts = {}
  for (const counts of sets) {
    for (const [value, count] of Object.entries(counts)) sum[value] = (sum[value] ?? 0) + count
  }
  return sum
}

/** The facets of a response: highest count first, then by value; `total` minus all counts has no value, and is last. */
export function toFacets(counts: FacetCounts, total: number): CandidateFacets {
  const { country, careerStatus } = counts
  return {
    ...(country && { country: listed(country, total, (number) => countryCode(Number(number))!) }),
    ...(careerStatus && { careerStatus: listed(careerStatus, total, (status) => status as CareerStatus) }),
  }
}

type CareerStatus = NonNullable<NonNullable<CandidateFacets['careerStatus']>[number]['value']>

function listed<Value extends string>(
  counts: ValueCounts,
  total: number,
  toValue: (stored: string) => Value,
) {
  const stated = Object.entries(counts)
    .map(([stored, count]): { value: Value | null; count: number } => ({ value: toValue(stored), count }))
    .sort((a, b) => b.count - a.count || (a.value! < b.value! ? -1 : 1))
  const none = total - stated.reduce((sum, { count }) => sum + count, 0)
  return none > 0 ? [...stated, { value: null, count: none }] : stated
}
