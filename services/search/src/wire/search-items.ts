import { setImmediate } from 'node:timers/promises'
import type { Node } from '@jobboard/search-query/ast'
import type { ListedCandidate } from '../domain/found-candidate.ts'
import { queryMatcher } from '../domain/matches.ts'
import type { Tokeniser } from '../domain/tokeniser.ts'
import { type MaskedProfile, type SearchItem, toSearchItem } from './candidate.ts'

/** The rows of a search result, with the matches of `query` when there is one: then every candidate has its profile. */
export async function toSearchItems(
  found: ListedCandidate[],
  show: (one: ListedCandidate) => MaskedProfile,
  query: Node | undefined,
  tokeniser: Tokeniser,
): Promise<SearchItem[]> {
  if (!query) return found.map((one) => toSearchItem(show(one), one))
  const matchesOf = queryMatcher(query, tokeniser)
  const items: SearchItem[] = []
  for (const one of found) {
    items.push({ ...toSearchItem(show(one), one), matches: matchesOf(one.profile!) })
    // A page of the largest profiles takes seconds; other requests run in between.
    await setImmediate()
  }
  return items
}
