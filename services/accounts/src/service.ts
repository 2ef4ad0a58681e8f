import { fileURLToPath } from 'node:url'
import { erasureConsumers } from '@jobboard/service/erasure/erasure'
import type { Service } from '@jobboard/service/runtime/service'
import { auditConsumers } from './audit/consumers.ts'
import { auditRoutes } from './audit/routes.ts'
import { saveAudit } from './audit/store.ts'
import { deleteOldAuditRows } from './audit/timers.ts'
import { creditRoutes } from './credits/routes.ts'
import { employerRoutes } from './employers/routes.ts'
import { employerStates } from './employers/states.ts'
import { type AccountsEnv, accountsEnv } from './env.ts'
import { publishKeyRecords } from './key-feed/workers.ts'
import { eraseKeys } from './keys/erase-store.ts'
import { keyRoutes } from './keys/routes.ts'
import { deleteOldUsage, removeEndedKeys } from './keys/timers.ts'
import { metricConsumers, metricStateConsumers } from './metrics/consumers.ts'
import { metricRoutes } from './metrics/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { userRoutes } from './users/routes.ts'

const erasure = { erase: eraseKeys }

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
