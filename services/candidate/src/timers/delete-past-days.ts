import type { Timer } from '@jobboard/service/lifecycle/define'
import {
  daysBefore,
  deleteInBatches,
  RETENTION_INTERVAL_MS,
} from '@jobboard/service/lifecycle/delete-in-batches'
import type { CandidateEnv } from '../env.ts'
import { deletePastDays } from '../store/daily-apply.ts'

/** Deletes counts of the daily cap after `DAILY_APPLY_RETENTION_DAYS` (P-87). */
export const deletePastDailyApplies: Timer<CandidateEnv> = {
  name: 'delete-past-daily-applies',
  everyMs: RETENTION_INTERVAL_MS,
  async run({ db, clock, env }) {
    const before = daysBefore(clock.now(), env.DAILY_APPLY_RETENTION_DAYS).toISOString().slice(0, 10)
    await deleteInBatches((limit) => deletePastDays(db.sql, before, limit))
  },
}
