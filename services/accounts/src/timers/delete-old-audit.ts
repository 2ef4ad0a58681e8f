import type { Timer } from '@jobboard/service/lifecycle/define'
import {
  daysBefore,
  deleteInBatches,
  RETENTION_INTERVAL_MS,
} from '@jobboard/service/lifecycle/delete-in-batches'
import type { AccountsEnv } from '../env.ts'
import { deleteOldAudit } from '../store/audit.ts'

/** Deletes audit rows after `AUDIT_RETENTION_DAYS` (P-87). */
export const deleteOldAuditRows: Timer<AccountsEnv> = {
  name: 'delete-old-audit',
  everyMs: RETENTION_INTERVAL_MS,
  async run({ db, clock, env }) {
    const before = daysBefore(clock.now(), env.AUDIT_RETENTION_DAYS)
    await deleteInBatches((limit) => deleteOldAudit(db.sql, before, limit))
  },
}
