import { fileURLToPath } from 'node:url'
import { erasureConsumers } from '@jobboard/service/erasure/erasure'
import type { Service } from '@jobboard/service/runtime/service'
import { retiredSandboxConsumers } from '@jobboard/service/sandbox/retired'
import { deliveryRoutes } from './deliveries/routes.ts'
import { eraseResponses } from './deliveries/store.ts'
import { deleteOldDeliveries } from './deliveries/timers.ts'
import { type WebhookEnv, webhookEnv } from './env.ts'
import { applicationConsumer, applicationErasedConsumer, jobConsumer } from './events/consumers.ts'
import { eventRoutes } from './events/routes.ts'
import { notices } from './notices/workers.ts'
import { replayRoutes } from './replays/routes.ts'
import { replays } from './replays/workers.ts'
import { sandboxRoutes } from './sandboxes/routes.ts'
import { purgeSandbox } from './sandboxes/store.ts'
import { secretKeys } from './secrets/workers.ts'
import { sender } from './sending/workers.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'

const erasure = { erase: eraseResponses }

/** Subscriptions and signed deliveries (Spec §6). */
export const service: Service<WebhookEnv> = {
  name: 'webhook',
  env: webhookEnv,
  migrations: [{ name: 'webhook', folder: fileURLToPath(new URL('../migrations', import.meta.url)) }],
  routes: [...subscriptionRoutes, ...deliveryRoutes, ...replayRoutes, ...eventRoutes, ...sandboxRoutes],
  consumers: (deps) => [
    applicationConsumer(deps.clock),
    applicationErasedConsumer(deps.clock),
    jobConsumer(deps.clock),
    ...erasureConsumers(erasure, deps),
    ...retiredSandboxConsumers,
  ],
  timers: [deleteOldDeliveries],
  workers: [sender, replays, secretKeys, notices],
  erasure,
  purgeSandbox,
}
