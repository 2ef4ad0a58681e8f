import { notFound } from '@jobboard/contracts/error'
import { cursorAfter, newest, readCursor } from '@jobboard/contracts/page'
import * as endpoints from '@jobboard/contracts/search/kept'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { fetchNames } from '../actors/peers.ts'
import type { SearchEnv } from '../env.ts'
import { listedSince, toPastSearch } from './past.ts'
import { deletePastSearch, deletePastSearches, findPastSearch, listPastSearches } from './past-store.ts'

const list = route(
  endpoints.listPastSearches,
  async ({ service, sql, employerId, query: { cursor, limit }, requestId, now }) => {
    const after = cursor === undefined ? newest(now) : readCursor(cursor)
    // One row more than the page shows whether another page follows.
    const found = await listPastSearches(sql, employerId, {
      since: listedSince(now),
      after,
      limit: limit + 1,
    })
    const page = found.slice(0, limit)
    const names = await fetchNames(service, employerId, page, requestId)
    const last = found.length > limit ? page.at(-1) : undefined
    const nextCursor = last ? cursorAfter({ at: last.searchedAt, id: last.id }) : null
    return { body: { items: page.map((search) => toPastSearch(search, names)), nextCursor } }
  },
)

const get = route(
  endpoints.getPastSearch,
  async ({ service, sql, employerId, params, headers, requestId, now }) => {
    const found = await findPastSearch(sql, employerId, params.id, listedSince(now))
    if (!found) throw notFound()
    return withEtag(headers, toPastSearch(found, await fetchNames(service, employerId, [found], requestId)))
  },
)

/** The searches that an employer has paid for. */
export const pastSearchRoutes: Route<SearchEnv>[] = [
  list,
  get,
  route(endpoints.deletePastSearch, ({ commit, employerId, params }) =>
    commit(async (sql) => {
      if (!(await deletePastSearch(sql, employerId, params.id))) throw notFound()
      return {}
    }),
  ),
  route(endpoints.deletePastSearches, ({ commit, employerId }) =>
    commit(async (sql) => {
      await deletePastSearches(sql, employerId)
      return {}
    }),
  ),
]
