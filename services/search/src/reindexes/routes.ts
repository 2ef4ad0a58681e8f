import * as endpoints from '@jobboard/contracts/search/reindex'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { type Action, type Route, route } from '@jobboard/service/http/route'
import type { SearchEnv } from '../env.ts'
import { REINDEX_CHANNEL } from '../index/store.ts'
import { deleteSandboxDocuments } from '../sandboxes/store.ts'
import { toReindexProgress } from './reindex.ts'
import { findRunning, getReindex, insertReindex, listReindexes } from './store.ts'

/** Starts a reindex of the tokeniser version of this process. While one runs, returns that one. */
const startReindex =
  (version: number): Action<typeof endpoints.startReindex, SearchEnv> =>
  (context) =>
    context.commit(async (sql) => {
      const { service, now } = context
      const of = { version, engine: service.env.SEARCH_ENGINE }
      const started = await insertReindex(sql, of, { reason: 'requested', now })
      await deleteSandboxDocuments(sql, version)
      if (!started) return { body: { reindexId: (await findRunning(sql, of))!.id } }
      const { id, engine, total } = started
      const entity = { type: 'reindex', id }
      await recordAudit(sql, context, {
        action: 'start-reindex',
        entity,
        before: null,
        after: { engine, total },
      })
      sql.notify(REINDEX_CHANNEL)
      return { body: { reindexId: id } }
    })

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
