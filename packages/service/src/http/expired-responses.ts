import { deleteInBatches, RETENTION_INTERVAL_MS } from '../lifecycle/delete-in-batches.ts'
import type { Feature } from './feature.ts'
import { deleteExpiredResponses } from './idempotency.ts'

/** Deletes the stored responses of keys that no longer count (D-60). */
export const expiredResponses: Feature = {
  timers: [
    {
      name: 'delete-expired-responses',
      everyMs: RETENTION_INTERVAL_MS,
      run: ({ db, clock }) => deleteInBatches((limit) => deleteExpiredResponses(db.sql, clock.now(), limit)),
    },
  ],
}
