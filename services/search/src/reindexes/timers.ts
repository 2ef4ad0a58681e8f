import type { Db } from '@jobboard/db/db'
import { failpoint } from '@jobboard/process/failpoint'
import type { Clock } from '@jobboard/service/clock/clock'
import type { Timer } from '@jobboard/service/lifecycle/deps'
import { lockSearchableAfter } from '../candidates/store.ts'
import type { Documents } from '../documents/store.ts'
import type { SearchEnv } from '../env.ts'
import { lockRunning, saveFinished, saveProgress } from './store.ts'

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
