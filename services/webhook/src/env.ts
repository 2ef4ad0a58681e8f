import { WEBHOOK_RETRY_DELAYS_SECONDS } from '@jobboard/contracts/limits'
import { baseEnv } from '@jobboard/service/lifecycle/env'
import { z } from 'zod'

/** The environment of the webhook service. A delivery gets one attempt more than there are retry delays (D-51). */
export const webhookEnv = baseEnv.extend({
  WEBHOOK_SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal characters')
    .transform((hex) => Buffer.from(hex, 'hex')),
  WEBHOOK_ALLOW_PRIVATE: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  WEBHOOK_RETRY_DELAYS_SECONDS: z
    .string()
    .regex(/^\d+(\.\d+)?(,\d+(\.\d+)?)*$/, 'must be seconds separated by commas, such as 60,300')
    .transform((list) => list.split(',').map(Number))
    .pipe(z.array(z.number().min(0).max(31_536_000)).min(1))
    .prefault(WEBHOOK_RETRY_DELAYS_SECONDS.join(',')),
  /** Longer than an event can be published again (30 days), or its deliveries would be inserted and sent again. */
  WEBHOOK_RETENTION_DAYS: z.coerce.number().int().min(30).max(3_650).default(90),
  /** Name servers to query instead of the system's, such as `10.0.0.2:53`. */
  WEBHOOK_DNS_SERVERS: z
    .string()
    .transform((list) => list.split(','))
    .optional(),
})
export type WebhookEnv = z.output<typeof webhookEnv>
