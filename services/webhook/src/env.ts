import { WEBHOOK_RETRY_DELAYS_SECONDS } from '@jobboard/contracts/limits'
import { baseEnv } from '@jobboard/service/lifecycle/env'
import { z } from 'zod'
import type { SecretKeys } from './domain/secret.ts'
import { SINGLE_KEY_ID, secretKey, secretKeys } from './domain/secret-keys.ts'

const variables = baseEnv.extend({
  WEBHOOK_SECRET_KEY: secretKey.optional(),
  /** Several keys with their ids, such as `2:<64 hex>,1:<64 hex>`: the first encrypts, all decrypt (P-183). */
  WEBHOOK_SECRET_KEYS: secretKeys.optional(),
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

/** The environment of the webhook service. A delivery gets one attempt more than there are retry delays (D-51). */
export const webhookEnv = variables.transform(({ WEBHOOK_SECRET_KEY: single, ...env }, ctx) => {
  const keys =
    env.WEBHOOK_SECRET_KEYS ?? (single && ([{ id: SINGLE_KEY_ID, key: single }] satisfies SecretKeys))
  if (keys) return { ...env, WEBHOOK_SECRET_KEYS: keys }
  ctx.addIssue({ code: 'custom', path: ['WEBHOOK_SECRET_KEY'], message: 'is not set' })
  return z.NEVER
})
export type WebhookEnv = z.output<typeof webhookEnv>
