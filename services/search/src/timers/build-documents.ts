import type { Timer } from '@jobboard/service/lifecycle/deps'
import { buildDocuments } from '../actions/build-documents.ts'
import type { SearchEnv } from '../env.ts'
import type { Documents } from '../store/documents.ts'
import { registerTokeniser } from '../store/tokeniser.ts'

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
