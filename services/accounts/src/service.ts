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
import { mailConsumer } from './mails/consumers.ts'
import { mailRoutes } from './mails/routes.ts'
import { deleteOldMailRows, watchCredits } from './mails/timers.ts'
import { type MailServer, mails, openMailServer } from './mails/workers.ts'
import { metricConsumers, metricStateConsumers } from './metrics/consumers.ts'
import { metricRoutes } from './metrics/routes.ts'
import { purgeSandbox } from './sandboxes/purge-store.ts'
import { sandboxRoutes } from './sandboxes/routes.ts'
import { retiredStates } from './sandboxes/states.ts'
import { dropStuckSandboxes, endUnusedSandboxes, replaceLostSandboxes } from './sandboxes/timers.ts'
import { staffRoutes } from './staff/routes.ts'
import { userRoutes } from './users/routes.ts'

const erasure = { erase: eraseKeys }

/** Employers, their users and metrics, API keys of both kinds, mails to users, and the audit log of all services. */
export const service: Service<AccountsEnv, { mailServer: MailServer }> = {
  name: 'accounts',
  env: accountsEnv,
  migrations: [{ name: 'accounts', folder: fileURLToPath(new URL('../migrations', import.meta.url)) }],
  open: async () => ({ mailServer: openMailServer() }),
  routes: [
    ...employerRoutes,
    ...userRoutes,
    ...staffRoutes,
    ...keyRoutes,
    ...creditRoutes,
    ...mailRoutes,
    ...auditRoutes,
    ...metricRoutes(metricConsumers),
    ...sandboxRoutes,
  ],
  saveAudit,
  consumers: (deps) => [
    ...auditConsumers,
    ...metricConsumers,
    ...metricStateConsumers,
    mailConsumer(deps),
    ...erasureConsumers(erasure, deps),
  ],
  timers: [
    removeEndedKeys,
    deleteOldAuditRows,
    deleteOldUsage,
    watchCredits,
    deleteOldMailRows,
    dropStuckSandboxes,
    endUnusedSandboxes,
    replaceLostSandboxes,
  ],
  workers: [publishKeyRecords, mails],
  states: [employerStates, retiredStates],
  erasure,
  purgeSandbox,
  readiness: [
    {
      name: 'mail',
      isReady: async ({ mailServer }) => mailServer.failures === 0,
      isRequired: async () => false,
    },
  ],
}
