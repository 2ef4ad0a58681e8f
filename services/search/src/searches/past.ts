import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { PAST_SEARCH_DAYS } from '@jobboard/contracts/limits'
import type { getPastSearch } from '@jobboard/contracts/search/kept'
import { type Actor, type ActorNames, toBy } from '../actors/actor.ts'

/** A search of an employer, whatever its page. */
export interface NewPastSearch extends Actor {
  query: string
  /** In ascending order. */
  countryIds: number[]
  activeWithinDays: number | null
  total: number
  searchedAt: Date
}

/** A search that is kept; `cost` is in CvSearch credits. */
export interface PastSearch extends NewPastSearch {
  id: number
  cost: number
}

const DAY_MS = 86_400_000

/** Since when searches are listed at `now`. */
export function listedSince(now: Date): Date {
  return new Date(now.getTime() - PAST_SEARCH_DAYS * DAY_MS)
}

export function toPastSearch(search: PastSearch, names: ActorNames): ResponseBody<typeof getPastSearch> {
  return {
    id: search.id,
    query: search.query,
    preferredCountryIds: search.countryIds,
    activeWithinDays: search.activeWithinDays,
    total: search.total,
    cost: search.cost,
    searchedAt: search.searchedAt.toISOString(),
    by: toBy(search, names),
  }
}
