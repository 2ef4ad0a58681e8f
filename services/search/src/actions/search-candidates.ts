import type { searchCandidates as endpoint } from '@jobboard/contracts/endpoints/search'
import { ApiError } from '@jobboard/contracts/error'
import { failpoint } from '@jobboard/failpoint/failpoint'
import { debit, estimateDebit } from '@jobboard/ledger/debit'
import type { Node } from '@jobboard/search-query/ast'
import { InvalidQuery } from '@jobboard/search-query/invalid-query'
import { parse } from '@jobboard/search-query/parse'
import type { Action, Context, DryRun } from '@jobboard/service/http/route'
import { activeSince } from '../domain/unlock-window.ts'
import type { Engine } from '../engine/engine.ts'
import type { SearchEnv } from '../env.ts'
import { listFoundCandidates } from '../store/candidate.ts'
import { withSearchTimeout } from '../store/search-timeout.ts'
import { queryHeader } from '../wire/query-header.ts'
import { toSearchItems } from '../wire/search-items.ts'

type SearchContext = Context<typeof endpoint, SearchEnv>

/** Spec §4.4, D-40..D-44: the result and its debit are one transaction. Throws, in this order, invalid_query, no_credits,
 * and unavailable when the search exceeds its timeout. */
export const searchCandidates =
  (engine: Engine): Action<typeof endpoint, SearchEnv> =>
  async (context) =>
    commitSearch(context, engine, parseQuery(context.body.query))

/** P-171, P-173: the checks of `searchCandidates`, in its order. It does not search: the number of matches is what a
 * search is paid for. */
export const estimateSearch =
  (engine: Engine): DryRun<typeof endpoint, SearchEnv> =>
  async ({ read, service, employerId, body }) => {
    const query = parseQuery(body.query)
    return read((sql) =>
      withSearchTimeout(sql, service.env.SEARCH_TIMEOUT_MS, async () => {
        await engine.expandWildcards(sql, query)
        const credits = await estimateDebit(sql, { employerId, kind: 'CvSearch' })
        await engine.checkComplete(sql)
        return { credits }
      }),
    )
  }

function commitSearch(context: SearchContext, engine: Engine, query: Node) {
  const { commit, service, employerId, body, requestId, now } = context
  const credit = { employerId, kind: 'CvSearch', cause: 'search-candidates', requestId, now } as const
  const page = { page: body.pageNumber, pageSize: body.pageSize }
  return commit(async (sql) => {
    const { total, ids } = await withSearchTimeout(sql, service.env.SEARCH_TIMEOUT_MS, async () => {
      const words = await engine.expandWildcards(sql, query)
      await estimateDebit(sql, credit)
      return engine.search(sql, { query, words, ...filters(context), ...page })
    })
    const found = await listFoundCandidates(sql, employerId, ids, now)
    const items = await toSearchItems(found, now, body.matches ? query : undefined, engine.tokeniser)
    // Last, because it locks the balance: concurrent searches of one employer wait only for each other's commit.
    const { remaining } = await debit(sql, credit)
    failpoint('search-after-debit')
    return {
      body: { total, ...page, items },
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
    throw error instanceof InvalidQuery ? new ApiError('invalid_query', `query: ${error.message}`) : error
  }
}
