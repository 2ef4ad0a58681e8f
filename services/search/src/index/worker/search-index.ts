import { setTimeout as sleep } from 'node:timers/promises'
import { leadership } from '@jobboard/events/publisher/leadership'
import { type LoopControl, startLoop } from '@jobboard/process/loop'
import type { Worker } from '@jobboard/service/lifecycle/deps'
import type { SearchEnv } from '../../env.ts'
import { findTokeniser } from '../../store/tokeniser.ts'
import type { IndexClient } from '../server/index-client.ts'
import { senderLock } from '../store/index-format.ts'
import { hasWork, listIndexes, REINDEX_CHANNEL, saveSeen } from '../store/search-index.ts'
import { deleteOrphans, deleteRetired } from './delete-unused.ts'
import { addIndexMetrics } from './metrics.ts'
import { buildNext, dropLostIndex, ensureIndex, openBuild } from './reindex.ts'
import { type IndexingDeps, isIntact } from './send.ts'
import { sendChanges } from './send-changes.ts'

/** Changes are collected for this long and sent as one task. */
const COLLECT_MS = 300
/** A lost index is noticed after this long. */
const CHECK_MS = 1_000
const STANDBY_MS = 1_000
const MAX_BACK_OFF_MS = 5_000
const SWEEP_MS = 60_000
/** A stopping process leaves a longer task to the next one, as after a crash. */
const STOP_MS = 5_000

/** Keeps the indexes of one tokeniser version on the search server equal to the documents, from one process at a time:
 * sends changes, runs reindexes, and builds an index that is missing. Nothing without an outside
 * engine. */
export const searchIndexWorker =
  (version: number, openClient: (env: SearchEnv) => IndexClient | undefined): Worker<SearchEnv> =>
  async ({ db, log, clock, env }, metrics) => {
    const client = openClient(env)
    const count = addIndexMetrics(metrics, { db, version, isOutside: client !== undefined })
    if (!client) return { stop: async () => {} }
    const lock = leadership(db.directUrl, senderLock(version))
    const deps: IndexingDeps = { db, log, clock, client, version, lock }
    let failures = 0
    let checkedAt = Number.NEGATIVE_INFINITY
    let sweptAt = Number.NEGATIVE_INFINITY

    async function step(loop: LoopControl): Promise<number> {
      if (!(await lock.tryAcquire())) return STANDBY_MS
      const isDue = performance.now() - checkedAt > CHECK_MS
      if (!isDue && !(await hasWork(db.sql, version))) return COLLECT_MS
      const isBusy = await indexNext(deps, loop)
      checkedAt = performance.now()
      await deleteRetired(deps)
      if (performance.now() - sweptAt > SWEEP_MS) {
        await saveSeen(db.sql, version)
        await deleteOrphans(deps)
        sweptAt = performance.now()
      }
      if (failures > 0) log.info({ failures }, 'search index is kept up to date again')
      failures = 0
      count('succeeded')
      return isBusy ? 0 : COLLECT_MS
    }

    const loop = startLoop({
      async step(control) {
        try {
          return await step(control)
        } catch (error) {
          failures++
          count('failed')
          // The same failure is logged once, then each tenth time.
          if (failures % 10 === 1)
            log.warn({ err: error, failures }, 'search index not kept up to date, retrying')
          return Math.min(MAX_BACK_OFF_MS, COLLECT_MS * 2 ** Math.min(failures, 10))
        }
      },
      subscribe: (wake) => db.listen(REINDEX_CHANNEL, wake),
      onError: () => {},
      retryMs: STANDBY_MS,
    })
    return {
      async stop() {
        await Promise.race([loop.stop(), sleep(STOP_MS, undefined, { ref: false })])
        await lock.release()
      },
    }
  }

/** One batch of changes and one of a running reindex. Returns whether more may be left to build. */
async function indexNext(deps: IndexingDeps, loop: LoopControl): Promise<boolean> {
  const { db, version } = deps
  if (!(await findTokeniser(db.sql, version))?.isComplete) return false
  let indexes = await listIndexes(db.sql, version)
  for (const index of indexes) {
    if (index.sent === 0 && index.state === 'building') {
      if (!(await openBuild(deps, index, loop))) return false
    } else if (!(await isIntact(deps, index))) await dropLostIndex(deps, index)
  }
  await ensureIndex(deps, await listIndexes(db.sql, version))
  indexes = (await listIndexes(db.sql, version)).filter(({ sent }) => sent > 0)
  await sendChanges(deps, indexes)
  const building = indexes.find(({ state }) => state === 'building')
  if (building) await buildNext(deps, building, loop)
  return building !== undefined
}
