import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getReindex } from '@jobboard/contracts/search/reindex'

type Progress = ResponseBody<typeof getReindex>

/** Why a reindex runs: an operator requested it, there was no index, or the index was lost. */
export type ReindexReason = Progress['reason']

/** What a reindex is of: the documents of one tokeniser version in one engine. */
export interface ReindexOf {
  version: number
  engine: Progress['engine']
}

/** A reindex as stored. */
export interface Reindex {
  id: number
  engine: Progress['engine']
  reason: ReindexReason
  startedAt: Date
  finishedAt: Date | null
  /** The last candidate that is done. */
  builtTo: number
  done: number
  total: number
}

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
