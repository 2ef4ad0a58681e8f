import { fileURLToPath } from 'node:url'
import type { Service } from '@jobboard/service/lifecycle/define'
import { applicationConsumer } from './consumers/application.ts'
import { jobConsumer } from './consumers/job.ts'
import { type WebhookEnv, webhookEnv } from './env.ts'
import { deliveryRoutes } from './routes/delivery.ts'
import { subscriptionRoutes } from './routes/subscription.ts'
import { deleteOldDeliveries } from './timers/delete-old-deliveries.ts'
import { sender } from './workers/sender/sender.ts'

/** Subscriptions and signed deliveries (Spec §6). */
export const service: Service<WebhookEnv> = {
  name: 'webhook',
  env: webhookEnv,
  migrations: [{ name: 'webhook', folder: fileURLToPath(new URL('../migrations', import.meta.url)) }],
  routes: [...subscriptionRoutes, ...deliveryRoutes],
  consumers: ({ clock }) => [applicationConsumer(clock), jobConsumer(clock)],
  timers: [deleteOldDeliveries],
  workers: [sender],
}
