import * as endpoints from '@jobboard/contracts/search/search'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { inTurns } from '@jobboard/service/lifecycle/in-turns'
import { estimateGetCandidate, getCandidate } from '../actions/get-candidate.ts'
import { estimateSearch, searchCandidates } from '../actions/search-candidates.ts'
import { maskProfile } from '../domain/masked-profile.ts'
import type { Tokeniser } from '../domain/tokeniser.ts'
import type { SearchEnv } from '../env.ts'
import type { OpenedSearch } from '../open.ts'
import { getFoundCandidate } from '../store/candidate.ts'
import { toPreview } from '../wire/candidate.ts'

/** CV search (Spec §4.4). */
export const candidateRoutes = (tokeniser: Tokeniser): Route<SearchEnv, OpenedSearch>[] => [
  route(endpoints.searchCandidates, searchCandidates(tokeniser), estimateSearch(tokeniser)),
  route(endpoints.getCandidate, getCandidate, estimateGetCandidate),
  route(endpoints.previewCandidate, async ({ sql, employerId, params, headers, now }) => {
    const of = { id: params.id, tokeniserVersion: tokeniser.version }
    const found = await getFoundCandidate(sql, employerId, of, now)
    const shown = found.shown ?? (await inTurns(maskProfile(found.profile)))
    return withEtag(headers, toPreview({ ...found, shown }, now))
  }),
]
