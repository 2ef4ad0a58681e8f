import type { Db } from '@jobboard/db/db'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import { resetConsumers } from '@jobboard/events/consumer/durable'
import { failpoint } from '@jobboard/process/failpoint'
import type { Clock } from '@jobboard/service/clock/clock'
import type { Timer } from '@jobboard/service/lifecycle/deps'
import { daysBefore } from '@jobboard/service/lifecycle/retention'
import { CANDIDATES_PER_BATCH, lockSearchableAfter } from '../candidates/store.ts'
import type { SearchEnv } from '../env.ts'
import { deleteUnseen, retireIndexesOf } from '../index/store.ts'
import { deleteOldReindexes, lockRunning, saveFinished, saveProgress } from '../reindexes/store.ts'
import type { Documents } from './store.ts'
import {
  deleteUnusedWords,
  listAbandoned,
  lockIncomplete,
  registerTokeniser,
  removeTokeniser,
  saveBuild,
  takeRemovedWords,
  tryLockRemovedWords,
} from './tokeniser-store.ts'

/** Shows that a process of this tokeniser version runs, and builds its documents in the background until every
 * candidate has one; events keep them current. Documents of other versions are never touched. */
export const buildDocumentsTimer = (documents: Documents): Timer<SearchEnv> => ({
  name: 'build-documents',
  everyMs: 5_000,
  async run({ db }) {
    await db.tx((sql) => registerTokeniser(sql, documents.tokeniser.version))
    let isLeft = true
    while (isLeft) isLeft = await buildDocuments(db, documents)
  },
})

/** Builds the documents of the next 25 candidates for their tokeniser version, in one transaction. The
 * candidates are locked, so that no event is overtaken. Returns whether more may be left. */
function buildDocuments(db: Db, documents: Documents): Promise<boolean> {
  const { version } = documents.tokeniser
  return db.tx(async (sql) => {
    const build = await lockIncomplete(sql, version)
    if (!build) return false
    const candidates = await lockSearchableAfter(sql, build.builtTo)
    await documents.put(sql, candidates)
    const isComplete = candidates.length < CANDIDATES_PER_BATCH
    await saveBuild(sql, version, { isComplete, builtTo: candidates.at(-1)?.id ?? build.builtTo })
    failpoint('build-documents-before-commit')
    return !isComplete
  })
}

/** A version without a process for a day is not rolled back to without a build. */
const ABANDONED_DAYS = 1

/** Removes the documents, the durables, the inbox rows and the indexes of tokeniser versions that no process has used for
 * a day; ends the use of indexes that no process has sent to for as long, as after a switch of `SEARCH_ENGINE`. */
export const removeDocumentsTimer = (
  version: number,
  consumersOf: (version: number) => Consumer[],
): Timer<SearchEnv> => ({
  name: 'remove-documents',
  everyMs: 3_600_000,
  async run({ db, bus, clock, env, name, log }) {
    await db.tx((sql) => deleteUnseen(sql, ABANDONED_DAYS))
    await deleteOldReindexes(db.sql, daysBefore(clock.now(), env.REPLAY_RETENTION_DAYS))
    for (const abandoned of await listAbandoned(db.sql, version, ABANDONED_DAYS)) {
      await db.tx(async (sql) => {
        if (!(await removeTokeniser(sql, abandoned, ABANDONED_DAYS))) return
        await retireIndexesOf(sql, abandoned)
        await resetConsumers(sql, bus, name, consumersOf(abandoned))
        log.info({ tokeniserVersion: abandoned }, 'documents of an abandoned tokeniser version removed')
      })
    }
  },
})

/** Deletes words that candidates removed from their profiles, or that left with a hidden profile; of several
 * replicas one does it at a time. */
export const deleteRemovedWordsTimer: Timer<SearchEnv> = {
  name: 'delete-removed-words',
  everyMs: 60_000,
  async run({ db }) {
    let isLeft = true
    while (isLeft) isLeft = await deleteRemovedWords(db)
  },
}

const CHANGES_PER_BATCH = 20

/** Deletes the words of the oldest 20 changes of documents that no document holds any more, in one transaction.
 * Returns whether more may wait. */
export function deleteRemovedWords(db: Db): Promise<boolean> {
  return db.tx(async (sql) => {
    if (!(await tryLockRemovedWords(sql))) return false
    const removed = await takeRemovedWords(sql, CHANGES_PER_BATCH)
    for (const [version, words] of removed) await deleteUnusedWords(sql, version, words)
    return removed.size > 0
  })
}

/** Runs the reindex that an operator has started with the Postgres engine; of several replicas one writes a batch at a
 * time. */
export const rebuildDocumentsTimer = (documents: Documents): Timer<SearchEnv> => ({
  name: 'rebuild-documents',
  everyMs: 2_000,
  async run({ db, clock }) {
    let isLeft = true
    while (isLeft) isLeft = await rebuildDocuments(db, documents, clock)
  },
})

/** Writes the documents of the next 25 candidates again for a running reindex, in one transaction: searches see the old
 * document or the new one. Returns whether more may be left. */
function rebuildDocuments(db: Db, documents: Documents, clock: Clock): Promise<boolean> {
  const { version } = documents.tokeniser
  return db.tx(async (sql) => {
    const reindex = await lockRunning(sql, { version, engine: 'postgres' })
    if (!reindex) return false
    const candidates = await lockSearchableAfter(sql, reindex.builtTo)
    if (candidates.length === 0) {
      await saveFinished(sql, reindex.id, clock.now())
      return false
    }
    await documents.put(sql, candidates)
    await saveProgress(sql, reindex, { builtTo: candidates.at(-1)!.id, count: candidates.length })
    failpoint('rebuild-documents-before-commit')
    return true
  })
}
