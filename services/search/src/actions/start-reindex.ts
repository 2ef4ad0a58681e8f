import type { startReindex as endpoint } from '@jobboard/contracts/search/reindex'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import type { SearchEnv } from '../env.ts'
import { REINDEX_CHANNEL } from '../index/store/search-index.ts'
import { findRunning, insertReindex } from '../store/reindex.ts'

/** Starts a reindex of the tokeniser version of this process. While one runs, returns that one. */
export const startReindex =
  (version: number): Action<typeof endpoint, SearchEnv> =>
  (context) =>
    context.commit(async (sql) => {
      const { service, now } = context
      const of = { version, engine: service.env.SEARCH_ENGINE }
      const started = await insertReindex(sql, of, { reason: 'requested', now })
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
