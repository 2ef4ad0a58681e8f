import { retentionTimer } from '@jobboard/service/lifecycle/retention-timer'
import type { WebhookEnv } from '../env.ts'
import { deleteOldNotices } from '../store/notice.ts'
import { deleteFinishedDeliveries, deleteUnusedEvents } from '../store/retention.ts'

/** Deletes finished deliveries, their attempts and their events, and notices. */
export const deleteOldDeliveries = retentionTimer<WebhookEnv>(
  'delete-old-deliveries',
  (env) => env.WEBHOOK_RETENTION_DAYS,
  [deleteFinishedDeliveries, deleteUnusedEvents, deleteOldNotices],
)
