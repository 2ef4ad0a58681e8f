import { fileURLToPath } from 'node:url'
import { creditRoutes } from '@jobboard/ledger/credit-routes'
import { ledgerCheck } from '@jobboard/ledger/ledger-check'
import { ledgerMigrations } from '@jobboard/ledger/migrations'
import { readRemainingCredits } from '@jobboard/ledger/remaining-credits'
import { employerNameConsumers } from '@jobboard/service/employer-names/employer-names'
import { type BaseEnv, baseEnv } from '@jobboard/service/lifecycle/env'
import type { Service } from '@jobboard/service/runtime/service'
import type { PendingActivity } from './peers/candidate-activity.ts'
import { adminRoutes } from './routes/admin.ts'
import { factRoutes } from './routes/facts.ts'
import { jobRoutes } from './routes/jobs.ts'
import { meJobRoutes } from './routes/me-jobs.ts'
import { jobStates } from './states/jobs.ts'
import { expiryTimer } from './timers/expire-jobs.ts'
import { reportActivityTimer } from './timers/report-activity.ts'
import { listActiveJobsWorker } from './workers/list-active-jobs.ts'

/** Owns jobs from draft to expiry, and the JobPosting credits that publishing debits. */
export const service: Service<BaseEnv, PendingActivity> = {
  name: 'jobs',
  env: baseEnv,
  migrations: [
    ledgerMigrations,
    { name: 'jobs', folder: fileURLToPath(new URL('../migrations', import.meta.url)) },
  ],
  open: async () => ({ pendingActivity: new Map() }),
  routes: [
    ...jobRoutes,
    ...meJobRoutes,
    ...adminRoutes,
    ...factRoutes,
    ...creditRoutes('jobs', ['JobPosting']),
  ],
  readRemainingCredits: readRemainingCredits,
  consumers: () => employerNameConsumers,
  timers: [expiryTimer, reportActivityTimer],
  workers: [listActiveJobsWorker, ledgerCheck],
  states: [jobStates],
}
