import type { Timer } from '@jobboard/service/lifecycle/deps'
import { rebuildDocuments } from '../actions/rebuild-documents.ts'
import type { SearchEnv } from '../env.ts'
import type { Documents } from '../store/documents.ts'

/** Runs the reindex that an operator has started with the Postgres engine; of several replicas one writes a batch at a
 * time. */
export const rebuildDocumentsTimer = (documents: Documents): Timer<SearchEnv> => ({
  name: 'rebuild-documents',
  everyMs: 2_000,
  async run({ db, clock }) {
    let isLeft = true
    while (isLeft) isLeft = await rebuildDocuments(db, documents, () => clock.now())
  },
})
