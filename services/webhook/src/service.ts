import { fileURLToPath } from 'node:url'
import type { Service } from '@jobboard/service/define'
import { type WebhookEnv, webhookEnv } from './env.ts'
import { applicationConsumer } from './events/application.ts'
import { jobConsumer } from './events/job.ts'
import { deliveryRoutes } from './routes/delivery.ts'
import { subscriptionRoutes } from './routes/subscription.ts'
import { sender } from './sender/sender.ts'

/** Subscriptions and signed deliveries (Spec §6). */
export const service: Service<WebhookEnv> = {
  name: 'webhook',
  env: webhookEnv,
  migrations: [{ name: 'webhook', folder: fileURLToPath(new URL('../migrations', import.meta.url)) }],
  routes: [...subscriptionRoutes, ...deliveryRoutes],
  consumers: ({ clock }) => [applicationConsumer(clock), jobConsumer(clock)],
  parts: [sender],
}
