import { retentionTimer } from '@jobboard/service/lifecycle/retention'
import type { WebhookEnv } from '../env.ts'
import { deleteOldAttemptHours } from '../store/attempt-hour.ts'
import { deleteOldNotices } from '../store/notice.ts'
import { deleteFinishedReplays } from '../store/replay.ts'
import {
  deleteFinishedDeliveries,
  deleteUnusedEvents,
  deleteUnusedSubscriptions,
} from '../store/retention.ts'

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
