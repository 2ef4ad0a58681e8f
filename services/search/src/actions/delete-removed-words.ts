import type { Db } from '@jobboard/db/db'
import { takeRemovedWords, tryLockRemovedWords } from '../store/removed-word.ts'
import { deleteUnusedWords } from '../store/vocabulary.ts'

const BATCH = 20

/** Deletes the words of the oldest 20 changes of documents that no document holds any more, in one transaction.
 * Returns whether more may wait. */
export function deleteRemovedWords(db: Db): Promise<boolean> {
  return db.tx(async (sql) => {
    if (!(await tryLockRemovedWords(sql))) return false
    const removed = await takeRemovedWords(sql, BATCH)
    for (const [version, words] of removed) await deleteUnusedWords(sql, version, words)
    return removed.size > 0
  })
}
