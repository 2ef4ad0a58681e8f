import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getReindex } from '@jobboard/contracts/search/reindex'
import type { Reindex } from '../domain/reindex.ts'

/** The progress of a reindex. */
export function toReindexProgress(reindex: Reindex): ResponseBody<typeof getReindex> {
  const { id, engine, reason, startedAt, finishedAt, done, total } = reindex
  return {
    reindexId: id,
    engine,
    reason,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    done,
    total,
  }
}
