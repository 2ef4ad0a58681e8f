import { fileURLToPath } from 'node:url'
import { creditRoutes } from '@jobboard/ledger/credit-routes'
import { ledgerCheck } from '@jobboard/ledger/ledger-check'
import { ledgerMigrations } from '@jobboard/ledger/migrations'
import { readRemainingCredits } from '@jobboard/ledger/read'
import { employerNameConsumers } from '@jobboard/service/employer-names/employer-names'
import { type BaseEnv, baseEnv } from '@jobboard/service/lifecycle/env'
import { fillCopyTimer } from '@jobboard/service/resync/fill-copy'
import type { Service } from '@jobboard/service/runtime/service'
import { retiredSandboxConsumers } from '@jobboard/service/sandbox/retired'
import { applicationConsumers, applicationStateConsumer } from './jobs/consumers.ts'
import { jobRoutes } from './jobs/routes.ts'
import { jobStates, purgeSandbox } from './jobs/store.ts'
import { expiryTimer, foldWordsTimer } from './jobs/timers.ts'
import type { PendingActivity } from './open-jobs/peers.ts'
import { meJobRoutes } from './open-jobs/routes.ts'
import { reportActivityTimer } from './open-jobs/timers.ts'
import { listActiveJobsWorker } from './open-jobs/workers.ts'
import { sandboxRoutes } from './sandbox/routes.ts'

/** Owns jobs from draft to expiry, and the JobPosting credits that publishing debits. */
export const service: Service<BaseEnv, PendingActivity> = {
  name: 'jobs',
  env: baseEnv,
  migrations: [
    ledgerMigrations,
    { name: 'jobs', folder: fileURLToPath(new URL('../migrations', import.meta.url)) },
  ],
  open: async () => ({ pendingActivity: new Map() }),
  routes: [...jobRoutes, ...meJobRoutes, ...sandboxRoutes, ...creditRoutes('jobs', ['JobPosting'])],
  readRemainingCredits,
  consumers: () => [...employerNameConsumers, ...applicationConsumers, ...retiredSandboxConsumers],
  timers: [
    expiryTimer,
    foldWordsTimer,
    reportActivityTimer,
    fillCopyTimer('application_copy', applicationStateConsumer),
  ],
  workers: [listActiveJobsWorker, ledgerCheck],
  states: [jobStates],
  purgeSandbox,
}
