import { fileURLToPath } from 'node:url'
import { MAIL_DAYS } from '@jobboard/contracts/employers/mails'
import { KEY_USAGE_DAYS } from '@jobboard/contracts/limits'
import { erasureConsumers } from '@jobboard/service/erasure/erasure'
import { retentionTimer } from '@jobboard/service/lifecycle/retention'
import type { Service } from '@jobboard/service/runtime/service'
import { auditConsumers } from './audit/consumers.ts'
import { auditRoutes } from './audit/routes.ts'
import { deleteOldAudit, saveAudit } from './audit/store.ts'
import { creditRoutes } from './credits/routes.ts'
import { employerRoutes } from './employers/routes.ts'
import { employerStates } from './employers/store.ts'
import { type AccountsEnv, accountsEnv } from './env.ts'
import { publishKeyRecords } from './key-feed/workers.ts'
import { keyRoutes } from './keys/routes.ts'
import { deleteOldKeyUsage, eraseKeys } from './keys/store.ts'
import { removeEndedKeys } from './keys/timers.ts'
import { mailConsumer } from './mails/consumers.ts'
import { mailRoutes } from './mails/routes.ts'
import { deleteOldMails } from './mails/store.ts'
import { watchCredits } from './mails/timers.ts'
import { type MailServer, mails, openMailServer } from './mails/workers.ts'
import { metricConsumers, metricStateConsumers } from './metrics/consumers.ts'
import { metricRoutes } from './metrics/routes.ts'
import { purgeSandbox, retiredStates } from './sandboxes/retired-store.ts'
import { sandboxRoutes } from './sandboxes/routes.ts'
import { dropStuckSandboxes, endUnusedSandboxes, replaceLostSandboxes } from './sandboxes/timers.ts'
import { staffRoutes } from './staff/routes.ts'
import { userRoutes } from './users/routes.ts'

export const deleteOldAuditRows = retentionTimer<AccountsEnv>(
  'delete-old-audit',
  (env) => env.AUDIT_RETENTION_DAYS,
  [deleteOldAudit],
)
export const deleteOldUsage = retentionTimer('delete-old-key-usage', () => KEY_USAGE_DAYS - 1, [
  deleteOldKeyUsage,
])
const deleteOldMailRows = retentionTimer('delete-old-mails', () => MAIL_DAYS, [deleteOldMails])

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
    watchCredits,
    dropStuckSandboxes,
    endUnusedSandboxes,
    replaceLostSandboxes,
    deleteOldAuditRows,
    deleteOldUsage,
    deleteOldMailRows,
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
