import { fileURLToPath } from 'node:url'
import { creditRoutes } from '@jobboard/ledger/credit-routes'
import { ledgerMigrations } from '@jobboard/ledger/migrations'
import { readRemainingCredits } from '@jobboard/ledger/remaining-credits'
import type { Service } from '@jobboard/service/lifecycle/define'
import { candidateActivityConsumer } from './consumers/candidate-activity.ts'
import { candidateProfileConsumer, profileStateConsumer } from './consumers/candidate-profile.ts'
import { engines } from './engine/engines.ts'
import { type SearchEnv, searchEnv } from './env.ts'
import { candidateRoutes } from './routes/candidates.ts'
import { unlockStates } from './states/unlocks.ts'
import { rebuildDocuments } from './timers/rebuild-documents.ts'

/** Boolean search over candidates, unlocks, and the CvSearch and CvDownload credits that they spend. */
export const service: Service<SearchEnv> = {
  name: 'search',
  env: searchEnv,
  migrations: [
    ledgerMigrations,
    { name: 'search', folder: fileURLToPath(new URL('../migrations', import.meta.url)) },
  ],
  routes: [...candidateRoutes, ...creditRoutes('search', ['CvSearch', 'CvDownload'])],
  readRemainingCredits,
  consumers: ({ env }) => [
    candidateProfileConsumer(engines[env.SEARCH_ENGINE]),
    profileStateConsumer(engines[env.SEARCH_ENGINE]),
    candidateActivityConsumer,
  ],
  timers: [rebuildDocuments],
  states: [unlockStates],
}
