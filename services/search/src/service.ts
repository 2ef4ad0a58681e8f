import { fileURLToPath } from 'node:url'
import { creditRoutes } from '@jobboard/ledger/credit-routes'
import { ledgerCheck } from '@jobboard/ledger/ledger-check'
import { ledgerMigrations } from '@jobboard/ledger/migrations'
import { readRemainingCredits } from '@jobboard/ledger/read'
import { erasureConsumers } from '@jobboard/service/erasure/erasure'
import type { Service } from '@jobboard/service/runtime/service'
import { candidateActivityConsumer } from './consumers/candidate-activity.ts'
import { candidateProfileConsumer, profileStateConsumer } from './consumers/candidate-profile.ts'
import { currentTokeniser, type Tokeniser } from './domain/tokeniser.ts'
import { openServer } from './engine/engines.ts'
import { type SearchEnv, searchEnv } from './env.ts'
import { indexReadiness } from './index/index-readiness.ts'
import { searchIndexWorker } from './index/worker/search-index.ts'
import { type OpenedSearch, openSearch } from './open.ts'
import { candidateRoutes } from './routes/candidates.ts'
import { reindexRoutes } from './routes/reindex.ts'
import { unlockRoutes } from './routes/unlocks.ts'
import { unlockStates } from './states/unlocks.ts'
import { documentsOf } from './store/documents.ts'
import { hasFinished } from './store/reindex.ts'
import { findTokeniser } from './store/tokeniser.ts'
import { buildDocumentsTimer } from './timers/build-documents.ts'
import { deleteRemovedWordsTimer } from './timers/delete-removed-words.ts'
import { rebuildDocumentsTimer } from './timers/rebuild-documents.ts'
import { removeDocumentsTimer } from './timers/remove-documents.ts'
import { erasure } from './workers/erasure.ts'

/** One request of the index worker: a batch of documents takes longer than a search. */
const INDEX_REQUEST_MS = 30_000

/** Boolean search over candidates, unlocks, and the CvSearch and CvDownload credits that they spend. Tests pass the
 * tokeniser of another release. */
export function searchService(tokeniser: Tokeniser = currentTokeniser): Service<SearchEnv, OpenedSearch> {
  const documents = documentsOf(tokeniser)
  const consumersOf = (version: number) => {
    const other = documentsOf({ ...tokeniser, version })
    return [candidateProfileConsumer(other), profileStateConsumer(other)]
  }
  return {
    name: 'search',
    env: searchEnv,
    migrations: [
      ledgerMigrations,
      { name: 'search', folder: fileURLToPath(new URL('../migrations', import.meta.url)) },
    ],
    open: openSearch(tokeniser.version),
    routes: [
      ...candidateRoutes(tokeniser),
      ...reindexRoutes(tokeniser.version),
      ...unlockRoutes,
      ...creditRoutes('search', ['CvSearch', 'CvDownload']),
    ],
    readRemainingCredits,
    consumers: (deps) => [
      ...consumersOf(tokeniser.version),
      candidateActivityConsumer,
      ...erasureConsumers(erasure, deps),
    ],
    timers: [
      buildDocumentsTimer(documents),
      removeDocumentsTimer(tokeniser.version, consumersOf),
      deleteRemovedWordsTimer,
      rebuildDocumentsTimer(documents),
    ],
    workers: [searchIndexWorker(tokeniser.version, (env) => openServer(env, INDEX_REQUEST_MS)), ledgerCheck],
    states: [unlockStates],
    erasure,
    readiness: [
      {
        name: 'search-documents',
        isReady: async ({ db }) => (await findTokeniser(db.sql, tokeniser.version))?.isComplete ?? false,
      },
      {
        name: 'search-index',
        isReady: indexReadiness(tokeniser.version),
        // Reads and unlocks need no index: only a version that never had one gets no requests.
        isRequired: async ({ db }) =>
          !(await hasFinished(db.sql, { version: tokeniser.version, engine: 'meilisearch' })),
      },
    ],
  }
}

export const service = searchService()
