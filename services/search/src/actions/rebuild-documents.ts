import type { Db } from '@jobboard/db/db'
import { failpoint } from '@jobboard/process/failpoint'
import { lockSearchableAfter } from '../store/candidate.ts'
import type { Documents } from '../store/documents.ts'
import { lockRunning, saveFinished, saveProgress } from '../store/reindex.ts'

/** A document of the largest profile takes a third of a second to make, with its candidate locked. */
const BATCH = 25

/** Writes the documents of the next 25 candidates again for a running reindex, in one transaction: searches see the old
 * document or the new one. Returns whether more may be left. */
export function rebuildDocuments(db: Db, documents: Documents, now: () => Date): Promise<boolean> {
  const { version } = documents.tokeniser
  return db.tx(async (sql) => {
    const reindex = await lockRunning(sql, { version, engine: 'postgres' })
    if (!reindex) return false
    const candidates = await lockSearchableAfter(sql, reindex.builtTo, BATCH)
    if (candidates.length === 0) {
      await saveFinished(sql, reindex.id, now())
      return false
    }
    await documents.put(sql, candidates)
    await saveProgress(sql, reindex, { builtTo: candidates.at(-1)!.id, count: candidates.length })
    failpoint('rebuild-documents-before-commit')
    return true
  })
}
