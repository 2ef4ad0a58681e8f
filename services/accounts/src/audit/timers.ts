import { retentionTimer } from '@jobboard/service/lifecycle/retention'
import type { AccountsEnv } from '../env.ts'
import { deleteOldAudit } from './store.ts'

export const deleteOldAuditRows = retentionTimer<AccountsEnv>(
  'delete-old-audit',
  (env) => env.AUDIT_RETENTION_DAYS,
  [deleteOldAudit],
)
