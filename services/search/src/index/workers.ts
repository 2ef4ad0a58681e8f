import { setTimeout as sleep } from 'node:timers/promises'
import { leadership } from '@jobboard/events/publisher/leadership'
import { type LoopControl, startLoop } from '@jobboard/process/loop'
import type { Worker } from '@jobboard/service/lifecycle/deps'
import { coalesce, type Metrics } from '@jobboard/service/metrics/registry'
import { findTokeniser } from '../documents/tokeniser-store.ts'
import type { SearchEnv } from '../env.ts'
import { buildNext, dropLostIndex, ensureIndex, openBuild } from './build-workers.ts'
import type { IndexClient } from './peers.ts'
import { countPending } from './pending-store.ts'
import { type IndexingDeps, isIntact, sendChanges } from './send-workers.ts'
import {
  deleteIndex,
  findLiveIndex,
  hasWork,
  listIndexes,
  listOrphans,
  listRetired,
  REINDEX_CHANNEL,
  saveSeen,
  senderLock,
} from './store.ts'

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

/** Longer than a search takes: one that began before a swap reads the index of then. */
const RETIRED_SECONDS = 30

/** Deletes retired indexes of every version from the server. */
async function deleteRetired({ db, client, log }: IndexingDeps): Promise<void> {
  for (const uid of await listRetired(db.sql, RETIRED_SECONDS)) {
    await client.delete(uid)
    await deleteIndex(db.sql, uid)
    log.info({ uid }, 'retired search index deleted')
  }
}

/** Deletes the indexes of this database that no row names: what a crash or a restored backup of the server left. */
async function deleteOrphans({ db, client, log }: IndexingDeps): Promise<void> {
  for (const uid of await listOrphans(db.sql, await client.list())) {
    await client.delete(uid)
    log.info({ uid }, 'orphan search index deleted')
  }
}

const GAUGES = {
  pending: ['search_index_pending', 'Changes of candidates that the search index does not have yet.'],
  oldestSeconds: [
    'search_index_oldest_pending_seconds',
    'Age of the oldest change that the search index does not have yet.',
  ],
  refused: ['search_index_refused', 'Documents that the search server refused.'],
  live: ['search_index_live', '1 when searches have an index, 0 while it is built. With Postgres always 1.'],
} as const

/** Without an outside engine the documents are the index. */
const IN_POSTGRES = { pending: 0, oldestSeconds: 0, refused: 0, live: 1 }

/** Adds the metrics of the search index; two database queries per scrape. Returns a function that counts an iteration. */
function addIndexMetrics(
  metrics: Metrics,
  { db, version, isOutside }: Pick<IndexingDeps, 'db' | 'version'> & { isOutside: boolean },
): (result: 'succeeded' | 'failed') => void {
  const iterations = { succeeded: 0, failed: 0 }
  const read = coalesce(async () => {
    if (!isOutside) return IN_POSTGRES
    const { count, ageSeconds, refused } = await countPending(db.sql, version)
    const uid = await findLiveIndex(db.sql, version)
    return { pending: count, oldestSeconds: ageSeconds, refused, live: uid === undefined ? 0 : 1 }
  })
  for (const [field, [name, help]] of Object.entries(GAUGES)) {
    metrics.add({ name, type: 'gauge', help }, async () => [
      { labels: { tokeniser_version: version }, value: (await read())[field as keyof typeof GAUGES] },
    ])
  }
  metrics.add(
    {
      name: 'search_index_iterations_total',
      type: 'counter',
      help: 'Iterations of the loop of this replica that keeps the search index up to date, by result.',
    },
    () => Object.entries(iterations).map(([result, value]) => ({ labels: { result }, value })),
  )
  return (result) => void iterations[result]++
}
