import { fileURLToPath } from 'node:url'
import { erasureConsumers } from '@jobboard/service/erasure/erasure'
import type { Service } from '@jobboard/service/runtime/service'
import { eraseCandidate } from './actions/erase-candidate.ts'
import { applicationConsumer } from './consumers/application.ts'
import { applicationErasedConsumer } from './consumers/application-erased.ts'
import { jobConsumer } from './consumers/job.ts'
import { type WebhookEnv, webhookEnv } from './env.ts'
import { deliveryRoutes } from './routes/delivery.ts'
import { eventRoutes } from './routes/events.ts'
import { statsRoutes } from './routes/stats.ts'
import { subscriptionRoutes } from './routes/subscription.ts'
import { deleteOldDeliveries } from './timers/delete-old-deliveries.ts'
import { notices } from './workers/notices/notices.ts'
import { replays } from './workers/replays.ts'
import { secretKeys } from './workers/secret-keys/secret-keys.ts'
import { sender } from './workers/sender/sender.ts'

const erasure = { erase: eraseCandidate }

/** Subscriptions and signed deliveries (Spec §6). */
export const service: Service<WebhookEnv> = {
  name: 'webhook',
  env: webhookEnv,
  migrations: [{ name: 'webhook', folder: fileURLToPath(new URL('../migrations', import.meta.url)) }],
  routes: [...subscriptionRoutes, ...deliveryRoutes, ...statsRoutes, ...eventRoutes],
  consumers: (deps) => [
    applicationConsumer(deps.clock),
    applicationErasedConsumer(deps.clock),
    jobConsumer(deps.clock),
    ...erasureConsumers(erasure, deps),
  ],
  timers: [deleteOldDeliveries],
  workers: [sender, replays, secretKeys, notices],
  erasure,
}
