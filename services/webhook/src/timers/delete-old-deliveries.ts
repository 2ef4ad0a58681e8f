import type { Timer } from '@jobboard/service/lifecycle/define'
import {
  daysBefore,
  deleteInBatches,
  RETENTION_INTERVAL_MS,
} from '@jobboard/service/lifecycle/delete-in-batches'
import type { WebhookEnv } from '../env.ts'
import { deleteFinishedDeliveries, deleteUnusedEvents } from '../store/retention.ts'

/** Deletes finished deliveries, their attempts and their events after `WEBHOOK_RETENTION_DAYS` (P-87). */
export const deleteOldDeliveries: Timer<WebhookEnv> = {
  name: 'delete-old-deliveries',
  everyMs: RETENTION_INTERVAL_MS,
  async run({ db, clock, env }) {
    const before = daysBefore(clock.now(), env.WEBHOOK_RETENTION_DAYS)
    await deleteInBatches((limit) => deleteFinishedDeliveries(db.sql, before, limit))
    await deleteInBatches((limit) => deleteUnusedEvents(db.sql, before, limit))
  },
}
