import { retentionTimer } from '@jobboard/service/lifecycle/retention'
import type { CandidateEnv } from '../env.ts'
import { deletePastDays } from './store.ts'

/** Deletes counts of the daily cap. */
export const deletePastDailyApplies = retentionTimer<CandidateEnv>(
  'delete-past-daily-applies',
  (env) => env.DAILY_APPLY_RETENTION_DAYS,
  [(sql, before, limit) => deletePastDays(sql, before.toISOString().slice(0, 10), limit)],
)
