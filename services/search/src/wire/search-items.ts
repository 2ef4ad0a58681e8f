import { setImmediate } from 'node:timers/promises'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { searchCandidates } from '@jobboard/contracts/endpoints/search'
import type { Node } from '@jobboard/search-query/ast'
import type { FoundCandidate } from '../domain/found-candidate.ts'
import { queryMatcher } from '../domain/matches.ts'
import type { Tokeniser } from '../domain/tokeniser.ts'
import { toSearchItem } from './candidate.ts'

type SearchItem = ResponseBody<typeof searchCandidates>['items'][number]

/** The rows of a search result, with the matches of `query` when there is one. */
export async function toSearchItems(
  found: FoundCandidate[],
  now: Date,
  query: Node | undefined,
  tokeniser: Tokeniser,
): Promise<SearchItem[]> {
  if (!query) return found.map((one) => toSearchItem(one, now))
  const matchesOf = queryMatcher(query, tokeniser)
  const items: SearchItem[] = []
  for (const one of found) {
    items.push({ ...toSearchItem(one, now), matches: matchesOf(one.profile) })
    // A page of the largest profiles takes seconds; other requests run in between.
    await setImmediate()
  }
  return items
}
