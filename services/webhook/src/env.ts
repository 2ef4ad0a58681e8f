import { WEBHOOK_RETRY_DELAYS_SECONDS } from '@jobboard/contracts/limits'
import { baseEnv, mailVariables } from '@jobboard/service/lifecycle/env'
import { z } from 'zod'
import { HEX_KEY, parseSecretKey, parseSecretKeys } from './secrets/secret.ts'

const KEYS_FORMAT =
  'must be id:key pairs separated by commas, with different ids from 1 to 255 and keys of 64 hexadecimal characters'

const variables = baseEnv.extend({
  WEBHOOK_SECRET_KEY: z
    .string()
    .regex(HEX_KEY, 'must be 64 hexadecimal characters')
    .transform(parseSecretKey)
    .optional(),
  /** Several keys with their ids, such as `2:<64 hex>,1:<64 hex>`: the first encrypts, all decrypt. */
  WEBHOOK_SECRET_KEYS: z
    .string()
    .transform((list, context) => {
      const keys = list === '' ? undefined : parseSecretKeys(list)
      if (list !== '' && !keys) context.addIssue({ code: 'custom', message: KEYS_FORMAT })
      return keys
    })
    .optional(),
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
  /** Of notices. */
  ...mailVariables,
})

/** The environment of the webhook service. A delivery gets one attempt more than there are retry delays (D-51). */
export const webhookEnv = variables.transform(({ WEBHOOK_SECRET_KEY: single, ...env }, context) => {
  const keys = env.WEBHOOK_SECRET_KEYS ?? single
  if (env.SMTP_URL && !env.MAIL_FROM) {
    context.addIssue({ code: 'custom', path: ['MAIL_FROM'], message: 'is not set, but SMTP_URL is' })
  }
  if (keys) return { ...env, WEBHOOK_SECRET_KEYS: keys }
  context.addIssue({ code: 'custom', path: ['WEBHOOK_SECRET_KEY'], message: 'is not set' })
  return z.NEVER
})
export type WebhookEnv = z.output<typeof webhookEnv>
