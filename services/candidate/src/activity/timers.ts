import type { Timer } from '@jobboard/service/lifecycle/deps'
import type { BaseEnv } from '@jobboard/service/lifecycle/env'
import { moveLastActivity, type PendingActivity } from './actions.ts'

const BATCH = 500

/** Stores recent activity once a second, 500 candidates per transaction. A crash loses at most the last second;
 * after a failure the next run tries again. */
export const saveActivity: Timer<BaseEnv, PendingActivity> = {
  name: 'save-activity',
  everyMs: 1_000,
  async run({ db, pendingActivity: pending }) {
    while (pending.size > 0) {
      const batch = [...pending.entries()].slice(0, BATCH)
      await db.tx((sql) => moveLastActivity(sql, batch))
      // A call since then has recorded a later time.
      for (const [candidateId, at] of batch) if (pending.get(candidateId) === at) pending.delete(candidateId)
      if (batch.length < BATCH) return
    }
  },
}
