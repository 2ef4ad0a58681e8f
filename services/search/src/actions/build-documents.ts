import type { Db } from '@jobboard/db/db'
import { failpoint } from '@jobboard/process/failpoint'
import { lockSearchableAfter } from '../store/candidate.ts'
import type { Documents } from '../store/documents.ts'
import { lockIncomplete, saveBuild } from '../store/tokeniser.ts'

/** A document of the largest profile takes a third of a second to make, with its candidate locked. */
const BATCH = 25

/** Builds the documents of the next 25 candidates for their tokeniser version, in one transaction. The
 * candidates are locked, so that no event is overtaken. Returns whether more may be left. */
export function buildDocuments(db: Db, documents: Documents): Promise<boolean> {
  const { version } = documents.tokeniser
  return db.tx(async (sql) => {
    const build = await lockIncomplete(sql, version)
    if (!build) return false
    const candidates = await lockSearchableAfter(sql, build.builtTo, BATCH)
    await documents.put(sql, candidates)
    const isComplete = candidates.length < BATCH
    await saveBuild(sql, version, { isComplete, builtTo: candidates.at(-1)?.id ?? build.builtTo })
    failpoint('build-documents-before-commit')
    return !isComplete
  })
}
