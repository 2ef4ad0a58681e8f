import { failpoint } from '@jobboard/process/failpoint'
import type { LoopControl } from '@jobboard/process/loop'
import { hasTransactionBefore, readTime } from '@jobboard/service/erasure/tombstone'
import type { Reindex, ReindexOf } from '../reindexes/reindex.ts'
import * as reindexes from '../reindexes/store.ts'
import type { IndexDocument } from './index-document.ts'
import { MeilisearchError } from './peers.ts'
import { listIndexedAfter, savePending } from './pending-store.ts'
import { type IndexingDeps, send, toDocuments } from './send-workers.ts'
import { insertIndex, retireIndex, type SearchIndex, swapIndex } from './store.ts'

const POLL_MS = 50

/** Batches that are sent before changes are: the server indexes one while the next is prepared. */
const BATCHES_PER_STEP = 4

/** What a reindex of this version is of. */
const reindexOf = ({ version }: IndexingDeps): ReindexOf => ({ version, engine: 'meilisearch' })

/** Starts a reindex when the version has no index, and registers the new index of a reindex. */
export async function ensureIndex(deps: IndexingDeps, indexes: readonly SearchIndex[]): Promise<void> {
  const { db, clock, log, version } = deps
  const of = reindexOf(deps)
  let running = await reindexes.findRunning(db.sql, of)
  if (!running) {
    if (indexes.some(({ state }) => state === 'live')) return
    const reason = (await reindexes.hasFinished(db.sql, of)) ? 'lost' : 'first'
    running = await reindexes.insertReindex(db.sql, of, { reason, now: clock.now() })
    log.warn({ reindexId: running?.id, reason }, 'search index missing; building it')
  }
  if (!running || indexes.some(({ state }) => state === 'building')) return
  await reindexes.restartReindex(db.sql, running.id)
  await insertIndex(db.sql, version)
}

/** Retires an index that is not what was sent to it. */
export async function dropLostIndex({ db, log }: IndexingDeps, index: SearchIndex): Promise<void> {
  if (!(await retireIndex(db.sql, index))) return
  const { uid, state } = index
  log.error({ uid, state }, 'search index deleted or replaced on the search server; building another one')
}

/** Opens the building of an index: creates it on the server, and waits for transactions that do not see its row and so
 * have recorded no changes for it. */
export async function openBuild(deps: IndexingDeps, index: SearchIndex, loop: LoopControl): Promise<boolean> {
  const { db, client } = deps
  await client.create(index.uid)
  const time = await readTime(db.sql)
  while (await hasTransactionBefore(db.sql, time)) {
    if (loop.isStopping) return false
    await loop.sleep(POLL_MS)
  }
  await send(deps, index, { found: [], gone: [] })
  return true
}

/** Sends the next candidates to the index that is being built; after the last one it becomes the live index. */
export async function buildNext(deps: IndexingDeps, index: SearchIndex, loop: LoopControl): Promise<void> {
  const { db, version } = deps
  const reindex = await reindexes.findRunning(db.sql, reindexOf(deps))
  if (!reindex) return
  let { builtTo } = reindex
  let found = await readBatch(deps, builtTo)
  if (found.length === 0) return finish(deps, index, reindex)
  for (let left = BATCHES_PER_STEP; found.length > 0; left--) {
    const ids = found.map(({ id }) => id)
    const last = ids.at(-1)!
    // No change is sent before the next batch, so that batch overwrites nothing newer.
    const [refused, next] = await Promise.all([
      send(deps, index, { found, gone: [] }),
      left > 1 && !loop.isStopping ? readBatch(deps, last) : [],
    ])
    if (refused.length > 0) await savePending(db.sql, version, refused, { isRefused: true })
    failpoint('reindex-before-progress')
    if (
      !(await reindexes.saveProgress(db.sql, { ...reindex, builtTo }, { builtTo: last, count: ids.length }))
    ) {
      // Another process sends now, and may have sent a newer state before.
      return savePending(db.sql, version, ids, { isRefused: false })
    }
    builtTo = last
    found = next
  }
}

async function readBatch({ db, version }: IndexingDeps, builtTo: number): Promise<IndexDocument[]> {
  return toDocuments(await listIndexedAfter(db.sql, version, builtTo))
}

async function finish(deps: IndexingDeps, index: SearchIndex, reindex: Reindex): Promise<void> {
  const { db, clock, log, version } = deps
  await compact(deps, index)
  await db.tx(async (sql) => {
    await swapIndex(sql, version)
    await reindexes.saveFinished(sql, reindex.id, clock.now())
  })
  failpoint('search-index-after-swap')
  log.info({ reindexId: reindex.id, uid: index.uid, done: reindex.done }, 'reindex finished')
}

/** A build of many tasks leaves a tenth and more of the index free. An index that cannot be compacted, for want of disk space
 * for example, goes live as it is. */
async function compact({ client, log }: IndexingDeps, { uid }: SearchIndex): Promise<void> {
  try {
    await client.compact(uid)
  } catch (error) {
    if (!(error instanceof MeilisearchError)) throw error
    log.warn({ err: error, uid }, 'search index not compacted')
  }
}
