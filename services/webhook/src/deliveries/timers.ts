import { retentionTimer } from '@jobboard/service/lifecycle/retention'
import type { WebhookEnv } from '../env.ts'
import { deleteOldNotices } from '../notices/store.ts'
import { deleteFinishedReplays } from '../replays/store.ts'
import { deleteOldAttemptHours } from '../stats/store.ts'
import { deleteFinishedDeliveries, deleteUnusedEvents, deleteUnusedSubscriptions } from './store.ts'

/** Deletes finished deliveries, their attempts and their events, notices, replays, counts of attempts, and deleted
 * subscriptions that nothing names any more. */
export const deleteOldDeliveries = retentionTimer<WebhookEnv>(
  'delete-old-deliveries',
  (env) => env.WEBHOOK_RETENTION_DAYS,
  [
    deleteFinishedDeliveries,
    deleteUnusedEvents,
    deleteOldNotices,
    deleteFinishedReplays,
    deleteOldAttemptHours,
    deleteUnusedSubscriptions,
  ],
)
