import { ApiError } from '@jobboard/contracts/error'
import * as endpoints from '@jobboard/contracts/search/search'
import { debit, estimateDebit } from '@jobboard/ledger/entries'
import { failpoint } from '@jobboard/process/failpoint'
import type { Node } from '@jobboard/search-query/ast'
import { InvalidQuery } from '@jobboard/search-query/limits'
import { parse } from '@jobboard/search-query/parse'
import { sandboxOf } from '@jobboard/service/auth/caller'
import { withEtag } from '@jobboard/service/http/etag'
import { type Action, type Context, type DryRun, type Route, route } from '@jobboard/service/http/route'
import { inTurns } from '@jobboard/service/lifecycle/in-turns'
import { actorOf } from '../actors/actor.ts'
import { listApplications } from '../applications/store.ts'
import { maskProfile, type Tokeniser } from '../documents/document.ts'
import type { SearchEnv } from '../env.ts'
import { buildSandboxDocuments } from '../sandboxes/build-actions.ts'
import type { SandboxTurns } from '../sandboxes/turns.ts'
import { deleteSurplusSearches, savePastSearch } from './past-store.ts'
import { activeSince, type Engine, type Found, toFacets } from './search.ts'
import {
  expandWildcards,
  getFoundCandidate,
  listFoundCandidates,
  suggest,
  withSearchTimeout,
} from './store.ts'
import { queryHeader, type ShownRows, shownPage, toPreview, toSearchItems } from './wire.ts'

/** What searches need beside the connections. */
export interface SearchDeps {
  engine: Engine
  shownRows: ShownRows
  sandboxTurns: SandboxTurns
}

type Search = typeof endpoints.searchCandidates
type SearchContext = Context<Search, SearchEnv, SearchDeps>

/** Spec §4.4, D-40..D-44. The engine searches before the transaction, which no outside engine may hold open; candidates, debit
 * and response are one transaction. Throws, in this order, invalid_query, no_credits, unavailable. */
const searchCandidates =
  (tokeniser: Tokeniser): Action<Search, SearchEnv, SearchDeps> =>
  async (context) => {
    const { service, sql, body, caller, employerId } = context
    const sandboxId = sandboxOf(caller)
    const query = parseQuery(body.query)
    // Looked up meanwhile; without credits the engine does not search.
    const payable = estimateDebit(sql, { employerId, kind: 'CvSearch' })
    payable.catch(() => {})
    const page = { page: body.pageNumber, pageSize: body.pageSize }
    return inSandboxTurn(service, sandboxId, async () => {
      await buildSandboxDocuments(service.db, tokeniser, sandboxId)
      const words = await expandWildcards(service, tokeniser.version, { query, sandboxId })
      const search = { query, words, sandboxId, facets: body.facets ?? [], ...filters(context), ...page }
      const found = await service.engine.search(search, payable).catch((error: unknown) => {
        throw refusal(error)
      })
      const suggestions =
        found.total === 0 ? await suggestWords(context, tokeniser.version, query) : undefined
      return commitSearch(context, { query, found, suggestions }, tokeniser)
    })
  }

/** A search of a sandbox waits for those before it; a live one for none. */
function inSandboxTurn<T>(
  { sandboxTurns }: SearchDeps,
  sandboxId: number | undefined,
  work: () => Promise<T>,
): Promise<T> {
  return sandboxId === undefined ? work() : sandboxTurns.run(sandboxId, work)
}

const SUGGEST_TIMEOUT_MS = 400

/** Undefined when it takes too long: it must not fail a search. */
async function suggestWords({ service, caller, now }: SearchContext, version: number, query: Node) {
  const read = service.db.readTx((sql) =>
    withSearchTimeout(sql, SUGGEST_TIMEOUT_MS, () =>
      suggest(sql, version, { query, sandboxId: sandboxOf(caller) }, now),
    ),
  )
  return read.catch(() => undefined)
}

/** The checks of `searchCandidates`, in its order. It does not search: the number of matches is what a
 * search is paid for. */
const estimateSearch =
  (tokeniser: Tokeniser): DryRun<Search, SearchEnv, SearchDeps> =>
  async ({ service, sql, caller, employerId, body }) => {
    const sandboxId = sandboxOf(caller)
    const query = parseQuery(body.query)
    await inSandboxTurn(service, sandboxId, async () => {
      await buildSandboxDocuments(service.db, tokeniser, sandboxId)
      await expandWildcards(service, tokeniser.version, { query, sandboxId })
    })
    const credits = await estimateDebit(sql, { employerId, kind: 'CvSearch' })
    await service.engine.checkReady(sandboxId)
    return { credits }
  }

/** What a search found before it is paid. */
interface Searched {
  query: Node
  found: Found
  suggestions: Awaited<ReturnType<typeof suggestWords>>
}

function commitSearch(context: SearchContext, { query, found, suggestions }: Searched, tokeniser: Tokeniser) {
  const { total, ids, counts } = found
  const { commit, caller, service, body, employerId, requestId, now } = context
  const sandboxId = sandboxOf(caller)
  // Rows of a sandbox are not kept: they would displace live ones.
  const cache = sandboxId === undefined ? service.shownRows : undefined
  const { cachedVersions, show } = shownPage(cache, ids, now)
  // Matches are found in all that previews show.
  const page = {
    ids,
    cachedVersions: body.matches ? [] : cachedVersions,
    tokeniserVersion: tokeniser.version,
    sandboxId,
  }
  const credit = { employerId, kind: 'CvSearch', cause: 'search-candidates', requestId, now } as const
  return commit(async (sql) => {
    // Only candidates who are visible now, whatever the engine found.
    const shown = Promise.all([
      listFoundCandidates(sql, employerId, page, now),
      listApplications(sql, employerId, ids),
    ]).then(([listed, applications]) =>
      toSearchItems(listed, applications, show, body.matches ? query : undefined, tokeniser),
    )
    // The debit locks the balance until the commit. It is sent with the look-up, unless matches take their time.
    if (body.matches) await shown
    const past = { ...pastOf(body), ...actorOf(caller), total, searchedAt: now }
    const [items, { remaining }, isNew] = await Promise.all([
      shown,
      debit(sql, credit),
      savePastSearch(sql, employerId, past),
    ])
    // Not within `savePastSearch`: without credits it would run after the rollback.
    if (isNew) await deleteSurplusSearches(sql, employerId)
    failpoint('search-after-debit')
    return {
      body: {
        total,
        page: body.pageNumber,
        pageSize: body.pageSize,
        items,
        ...(body.facets?.length ? { facets: toFacets(counts, total) } : {}),
        ...(suggestions && { suggestions }),
      },
      headers: queryHeader(query),
      credits: { cost: 1, remaining },
    }
  })
}

function pastOf({ query, preferredCountryIds: countries, activeWithinDays }: SearchContext['body']) {
  const countryIds = [...new Set(countries ?? [])].sort((one, other) => one - other)
  return { query, countryIds, activeWithinDays: activeWithinDays ?? null }
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

export const searchRoutes = (tokeniser: Tokeniser): Route<SearchEnv, SearchDeps>[] => [
  route(endpoints.searchCandidates, searchCandidates(tokeniser), estimateSearch(tokeniser)),
  route(endpoints.previewCandidate, async ({ sql, caller, employerId, params, headers, now }) => {
    const of = { id: params.id, sandboxId: sandboxOf(caller), tokeniserVersion: tokeniser.version }
    const found = await getFoundCandidate(sql, employerId, of, now)
    const shown = found.shown ?? (await inTurns(maskProfile(found.profile)))
    const applications = await listApplications(sql, employerId, [found.id])
    return withEtag(headers, toPreview({ ...found, shown }, applications.get(found.id)!, now))
  }),
]
