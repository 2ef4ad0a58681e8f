import type { Node } from '@jobboard/search-query/ast'
import { inTurns } from '@jobboard/service/lifecycle/in-turns'
import type { ListedCandidate } from '../domain/found-candidate.ts'
import { queryMatcher } from '../domain/matches.ts'
import type { Tokeniser } from '../domain/tokeniser.ts'
import { type SearchItem, type ShownRow, toSearchItem } from './candidate.ts'

/** The rows of a search result, with the matches of `query` when there is one: then every candidate has its masked profile. */
export async function toSearchItems(
  found: ListedCandidate[],
  show: (one: ListedCandidate) => ShownRow,
  query: Node | undefined,
  tokeniser: Tokeniser,
): Promise<SearchItem[]> {
  if (!query) return found.map((one) => toSearchItem(show(one), one))
  const matchesOf = queryMatcher(query, tokeniser)
  const items: SearchItem[] = []
  for (const one of found) {
    items.push({ ...toSearchItem(show(one), one), matches: await inTurns(matchesOf(one.shown!)) })
  }
  return items
}
