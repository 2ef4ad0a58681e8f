import { ApiError } from '@jobboard/contracts/error'
import type { searchCandidates as endpoint } from '@jobboard/contracts/search/search'
import { debit, estimateDebit } from '@jobboard/ledger/entries'
import { failpoint } from '@jobboard/process/failpoint'
import type { Node } from '@jobboard/search-query/ast'
import { InvalidQuery } from '@jobboard/search-query/limits'
import { parse } from '@jobboard/search-query/parse'
import type { Action, Context, DryRun } from '@jobboard/service/http/route'
import { toFacets } from '../domain/facets.ts'
import type { ListedCandidate } from '../domain/found-candidate.ts'
import { activeSince, type Found } from '../domain/search.ts'
import type { Tokeniser } from '../domain/tokeniser.ts'
import type { SearchEnv } from '../env.ts'
import type { OpenedSearch } from '../open.ts'
import { listFoundCandidates } from '../store/candidate.ts'
import { expandWildcards } from '../store/vocabulary.ts'
import type { SearchItem } from '../wire/candidate.ts'
import { queryHeader } from '../wire/query-header.ts'
import { toSearchItems } from '../wire/search-items.ts'
import { shownPage } from '../wire/shown-rows.ts'

type SearchContext = Context<typeof endpoint, SearchEnv, OpenedSearch>

/** How to load and show the candidates of a page. */
interface Page {
  cachedVersions: (number | null)[]
  tokeniserVersion: number
  toItems(listed: ListedCandidate[]): Promise<SearchItem[]>
}

/** Spec §4.4, D-40..D-44. The engine searches before the transaction, which no outside engine may hold open; candidates, debit
 * and response are one transaction. Throws, in this order, invalid_query, no_credits, unavailable. */
export const searchCandidates =
  (tokeniser: Tokeniser): Action<typeof endpoint, SearchEnv, OpenedSearch> =>
  async (context) => {
    const { service, sql, body, employerId } = context
    const query = parseQuery(body.query)
    // Looked up meanwhile; without credits the engine does not search.
    const payable = estimateDebit(sql, { employerId, kind: 'CvSearch' })
    payable.catch(() => {})
    const words = await expandWildcards(service, tokeniser.version, query)
    const page = { page: body.pageNumber, pageSize: body.pageSize }
    const search = { query, words, facets: body.facets ?? [], ...filters(context), ...page }
    const found = await service.engine.search(search, payable).catch((error: unknown) => {
      throw refusal(error)
    })
    const { cachedVersions, show } = shownPage(service.shownRows, found.ids, context.now)
    return commitSearch(context, query, found, {
      tokeniserVersion: tokeniser.version,
      // Matches are found in all that previews show.
      cachedVersions: body.matches ? [] : cachedVersions,
      toItems: (listed) => toSearchItems(listed, show, body.matches ? query : undefined, tokeniser),
    })
  }

/** The checks of `searchCandidates`, in its order. It does not search: the number of matches is what a
 * search is paid for. */
export const estimateSearch =
  (tokeniser: Tokeniser): DryRun<typeof endpoint, SearchEnv, OpenedSearch> =>
  async ({ service, sql, employerId, body }) => {
    await expandWildcards(service, tokeniser.version, parseQuery(body.query))
    const credits = await estimateDebit(sql, { employerId, kind: 'CvSearch' })
    await service.engine.checkReady()
    return { credits }
  }

function commitSearch(
  context: SearchContext,
  query: Node,
  { total, ids, counts }: Found,
  { toItems, ...page }: Page,
) {
  const { commit, body, employerId, requestId, now } = context
  const credit = { employerId, kind: 'CvSearch', cause: 'search-candidates', requestId, now } as const
  return commit(async (sql) => {
    // Only candidates who are visible now, whatever the engine found.
    const shown = listFoundCandidates(sql, employerId, { ids, ...page }, now).then(toItems)
    // The debit locks the balance until the commit. It is sent with the look-up, unless matches take their time.
    if (body.matches) await shown
    const [items, { remaining }] = await Promise.all([shown, debit(sql, credit)])
    failpoint('search-after-debit')
    return {
      body: {
        total,
        page: body.pageNumber,
        pageSize: body.pageSize,
        items,
        ...(body.facets?.length ? { facets: toFacets(counts, total) } : {}),
      },
      headers: queryHeader(query),
      credits: { cost: 1, remaining },
    }
  })
}

function filters({ body: { preferredCountryIds: countries, activeWithinDays: days }, now }: SearchContext) {
  return {
    countryNumbers: countries?.length ? countries : null,
    activeSince: days ? activeSince(now, days) : null,
    now,
  }
}

function parseQuery(query: string): Node {
  try {
    return parse(query)
  } catch (error) {
    throw refusal(error)
  }
}

/** The 400 of an invalid query; any other error as it is. */
function refusal(error: unknown): unknown {
  return error instanceof InvalidQuery ? new ApiError('invalid_query', `query: ${error.message}`) : error
}
