import { fileURLToPath } from 'node:url'
import { PAST_SEARCH_DAYS } from '@jobboard/contracts/limits'
import { creditRoutes } from '@jobboard/ledger/credit-routes'
import { ledgerCheck } from '@jobboard/ledger/ledger-check'
import { ledgerMigrations } from '@jobboard/ledger/migrations'
import { readRemainingCredits } from '@jobboard/ledger/read'
import { erasureConsumers } from '@jobboard/service/erasure/erasure'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { retentionTimer } from '@jobboard/service/lifecycle/retention'
import { fillCopyTimer } from '@jobboard/service/resync/fill-copy'
import type { Service } from '@jobboard/service/runtime/service'
import { retiredSandboxConsumers } from '@jobboard/service/sandbox/retired'
import { applicationConsumer, applicationStateConsumer } from './applications/consumers.ts'
import {
  candidateActivityConsumer,
  candidateProfileConsumer,
  profileStateConsumer,
} from './candidates/consumers.ts'
import { erasure } from './candidates/workers.ts'
import { currentTokeniser, type Tokeniser } from './documents/document.ts'
import { documentsOf } from './documents/store.ts'
import {
  buildDocumentsTimer,
  deleteRemovedWordsTimer,
  rebuildDocumentsTimer,
  removeDocumentsTimer,
} from './documents/timers.ts'
import { findTokeniser, registerTokeniser } from './documents/tokeniser-store.ts'
import { type SearchEnv, searchEnv } from './env.ts'
import { meilisearch } from './index/meilisearch-engine.ts'
import { type IndexClient, openServer } from './index/peers.ts'
import { postgres } from './index/postgres-engine.ts'
import { findLiveIndex, readIndexState } from './index/store.ts'
import { searchIndexWorker } from './index/workers.ts'
import { reindexRoutes } from './reindexes/routes.ts'
import { hasFinished } from './reindexes/store.ts'
import { sandboxConsumers } from './sandboxes/consumers.ts'
import { purgeSandbox } from './sandboxes/store.ts'
import { openSandboxTurns } from './sandboxes/turns.ts'
import { pastSearchRoutes } from './searches/past-routes.ts'
import { deleteOldSearches } from './searches/past-store.ts'
import { type SearchDeps, searchRoutes } from './searches/routes.ts'
import { openShownRows } from './searches/wire.ts'
import { unlockRoutes } from './unlocks/routes.ts'
import { unlockStates } from './unlocks/store.ts'

/** One request of the index worker: a batch of documents takes longer than a search. */
const INDEX_REQUEST_MS = 30_000

/** Shorter than the gateway's check of a service (2 s). */
const CHECK_TIMEOUT_MS = 1_000

/** What the search service holds in memory beside its connections. */
export interface OpenedSearch extends SearchDeps {
  /** The search server as the check of readiness calls it; undefined with Postgres. */
  checkedIndex: IndexClient | undefined
}

/** Registers the tokeniser version, and opens the engine that `SEARCH_ENGINE` names for it. */
async function openSearch({ db, env, log }: Deps<SearchEnv>, version: number): Promise<OpenedSearch> {
  await db.tx((sql) => registerTokeniser(sql, version))
  const own = postgres({ db, version, timeoutMs: env.SEARCH_TIMEOUT_MS })
  const client = openServer(env, env.SEARCH_TIMEOUT_MS)
  const readState = (pendingLimit: number) => readIndexState(db.sql, version, pendingLimit)
  return {
    engine: client ? meilisearch({ client, postgres: own, log, readState }) : own,
    checkedIndex: openServer(env, CHECK_TIMEOUT_MS),
    shownRows: openShownRows(),
    sandboxTurns: openSandboxTurns(),
  }
}

/** Boolean search over candidates, unlocks, and the CvSearch and CvDownload credits that they spend. Tests pass the
 * tokeniser of another release. */
export function searchService(tokeniser: Tokeniser = currentTokeniser): Service<SearchEnv, OpenedSearch> {
  const { version } = tokeniser
  const documents = documentsOf(tokeniser)
  const consumersOf = (ofVersion: number) => {
    const other = documentsOf({ ...tokeniser, version: ofVersion })
    return [candidateProfileConsumer(other), profileStateConsumer(other)]
  }
  return {
    name: 'search',
    env: searchEnv,
    migrations: [
      ledgerMigrations,
      { name: 'search', folder: fileURLToPath(new URL('../migrations', import.meta.url)) },
    ],
    open: (deps) => openSearch(deps, version),
    routes: [
      ...searchRoutes(tokeniser),
      ...reindexRoutes(version),
      ...pastSearchRoutes,
      ...unlockRoutes(tokeniser),
      ...creditRoutes('search', ['CvSearch', 'CvDownload']),
    ],
    readRemainingCredits,
    consumers: (deps) => [
      ...consumersOf(version),
      candidateActivityConsumer,
      applicationConsumer,
      applicationStateConsumer,
      ...sandboxConsumers(tokeniser),
      ...retiredSandboxConsumers,
      ...erasureConsumers(erasure, deps),
    ],
    timers: [
      buildDocumentsTimer(documents),
      removeDocumentsTimer(version, consumersOf),
      deleteRemovedWordsTimer,
      rebuildDocumentsTimer(documents),
      fillCopyTimer('application_copy', applicationStateConsumer),
      retentionTimer('delete-old-searches', () => PAST_SEARCH_DAYS, [deleteOldSearches]),
    ],
    workers: [searchIndexWorker(version, (env) => openServer(env, INDEX_REQUEST_MS)), ledgerCheck],
    states: [unlockStates],
    erasure,
    purgeSandbox,
    readiness: [
      {
        name: 'search-documents',
        isReady: async ({ db }) => (await findTokeniser(db.sql, version))?.isComplete ?? false,
      },
      {
        name: 'search-index',
        // A search would find its index: one is live, and the search server has it. Throws when the server is away.
        async isReady({ db, checkedIndex }) {
          if (!checkedIndex) return true
          const uid = await findLiveIndex(db.sql, version)
          return uid !== undefined && (await checkedIndex.stats(uid)) !== null
        },
        // Reads and unlocks need no index: only a version that never had one gets no requests.
        isRequired: async ({ db }) => !(await hasFinished(db.sql, { version, engine: 'meilisearch' })),
      },
    ],
  }
}

export const service = searchService()
