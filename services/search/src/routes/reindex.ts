import * as endpoints from '@jobboard/contracts/search/reindex'
import { type Route, route } from '@jobboard/service/http/route'
import { startReindex } from '../actions/start-reindex.ts'
import type { SearchEnv } from '../env.ts'
import { getReindex, listReindexes } from '../store/reindex.ts'
import { toReindexProgress } from '../wire/reindex.ts'

/** Reindexes of the search index. */
export const reindexRoutes = (version: number): Route<SearchEnv>[] => [
  route(endpoints.startReindex, startReindex(version)),
  route(endpoints.listReindexes, async ({ sql, query }) => {
    const { items, ...page } = await listReindexes(sql, query)
    return { body: { ...page, items: items.map(toReindexProgress) } }
  }),
  route(endpoints.getReindex, async ({ sql, params }) => ({
    body: toReindexProgress(await getReindex(sql, params.reindexId)),
  })),
]
