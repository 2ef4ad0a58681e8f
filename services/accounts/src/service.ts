import { fileURLToPath } from 'node:url'
import { erasureConsumers } from '@jobboard/service/erasure/consumers'
import type { Service } from '@jobboard/service/runtime/service'
import { eraseCandidate } from './actions/erase-candidate.ts'
import { auditConsumers } from './consumers/audit.ts'
import { metricConsumers, metricStateConsumers } from './consumers/metrics.ts'
import { type AccountsEnv, accountsEnv } from './env.ts'
import { auditRoutes } from './routes/audit.ts'
import { creditRoutes } from './routes/credits.ts'
import { employerRoutes } from './routes/employers.ts'
import { keyReviewRoutes } from './routes/key-review.ts'
import { keyRoutes } from './routes/keys.ts'
import { lookupRoutes } from './routes/lookups.ts'
import { metricRoutes } from './routes/metrics.ts'
import { staffRoutes } from './routes/staff.ts'
import { userRoutes } from './routes/users.ts'
import { employerStates } from './states/employers.ts'
import { saveAudit } from './store/audit.ts'
import { deleteOldAuditRows } from './timers/delete-old-audit.ts'
import { deleteOldUsage } from './timers/delete-old-key-usage.ts'
import { removeEndedKeys } from './timers/remove-ended-keys.ts'
import { publishKeyRecords } from './workers/publish-key-records.ts'

const erasure = { erase: eraseCandidate }

/** Employers, their users and metrics, API keys of both kinds, and the audit log of all services. */
export const service: Service<AccountsEnv> = {
  name: 'accounts',
  env: accountsEnv,
  migrations: [{ name: 'accounts', folder: fileURLToPath(new URL('../migrations', import.meta.url)) }],
  routes: [
    ...employerRoutes,
    ...userRoutes,
    ...staffRoutes,
    ...keyRoutes,
    ...keyReviewRoutes,
    ...lookupRoutes,
    ...creditRoutes,
    ...auditRoutes,
    ...metricRoutes(metricConsumers),
  ],
  saveAudit,
  consumers: (deps) => [
    ...auditConsumers,
    ...metricConsumers,
    ...metricStateConsumers,
    ...erasureConsumers(erasure, deps),
  ],
  timers: [removeEndedKeys, deleteOldAuditRows, deleteOldUsage],
  workers: [publishKeyRecords],
  states: [employerStates],
  erasure,
}
