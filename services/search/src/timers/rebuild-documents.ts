import { toSearchDocument } from '@jobboard/search-query/document'
import type { Timer } from '@jobboard/service/lifecycle/define'
import { searchableTexts } from '../domain/searchable-texts.ts'
import { engines } from '../engine/engines.ts'
import type { SearchEnv } from '../env.ts'
import { getSearchableCandidate } from '../store/candidate.ts'
import { insertVocabulary } from '../store/vocabulary.ts'

const BATCH = 100

/** After a release with another tokeniser version: rebuilds the document of every candidate in batches. Searches return
 * 503 until the last one is rebuilt, because words of two versions do not match. */
export const rebuildDocuments: Timer<SearchEnv> = {
  name: 'rebuild-documents',
  everyMs: 60_000,
  async run({ db, env }) {
    const engine = engines[env.SEARCH_ENGINE]
    for (let rebuilt = BATCH; rebuilt === BATCH; ) {
      rebuilt = await db.tx(async (sql) => {
        const ids = await engine.lockOutdated(sql, BATCH)
        for (const id of ids) {
          const document = toSearchDocument(searchableTexts((await getSearchableCandidate(sql, id)).profile))
          await engine.put(sql, id, document)
          await insertVocabulary(sql, document.terms)
        }
        return ids.length
      })
    }
  },
}
