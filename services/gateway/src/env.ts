import * as contracts from '@jobboard/contracts/services'
import { baseEnv, headerSecret, headersWithinRequest, portEnv } from '@jobboard/service/lifecycle/env'
import { z } from 'zod'

const DEFAULT_ADMIN_TOKEN = 'admin-token-for-development-only'
const MIN_TOKEN_LENGTH = 24

/** The services that can stand behind a gateway. */
export const upstreamNames = contracts.upstreamNames
export type UpstreamName = contracts.UpstreamName

const services = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(z.enum(upstreamNames)).min(1))

const ms = (defaultMs: number, maxMs: number) => z.coerce.number().int().min(1).max(maxMs).default(defaultMs)
const deadline = (defaultMs: number) => z.coerce.number().int().min(100).max(300_000).default(defaultMs)

// As browsers send them: https://app.example.com, without a path, a default port or `*`.
const origins = z
  .string()
  .default('')
  .transform((list) => list.split(',').map((origin) => origin.trim()))
  .transform((list) => list.filter((origin) => origin !== ''))
  .pipe(
    z.array(
      z.string().refine(isOrigin, {
        error: ({ input }) => `${input} is not an origin such as https://app.example.com`,
      }),
    ),
  )

/** The environment of the gateway. It has no database, and a second port for operators. */
export const gatewayEnv = baseEnv
  .omit({
    DATABASE_URL: true,
    PGPASSWORD: true,
    DATABASE_DIRECT_URL: true,
    DATABASE_PREPARED_STATEMENTS: true,
    DATABASE_POOL: true,
    STREAM_MAX_BYTES: true,
    STREAM_MAX_AGE_DAYS: true,
    STREAM_REPLICAS: true,
    OUTBOX_STALE_SECONDS: true,
  })
  .extend({
    ADMIN_HOST: z.string().default('127.0.0.1'),
    ADMIN_PORT: z.coerce.number().int().min(0).max(65_535).default(8081),
    ADMIN_TOKEN: headerSecret.min(1).default(DEFAULT_ADMIN_TOKEN),
    /** Origins whose pages may call the public API, separated by commas; none by default. */
    CORS_ORIGINS: origins,
    // Of the public port.
    ...portEnv,
    /** How long a client may read its responses slower than 10 KB/s. */
    RESPONSE_GRACE_MS: deadline(30_000),
    /** How long sending one response may take. */
    RESPONSE_TIMEOUT_MS: deadline(300_000),
    /** `shared`: all gateways on one NATS count together. `local`: this process counts alone. The same for
     * all gateways. */
    LIMITER: z.enum(['local', 'shared']).default('shared'),
    /** How long a cached key serves after accounts last proved or confirmed it, while accounts cannot be reached. */
    KEY_TRUST_SECONDS: z.coerce.number().int().min(1).max(86_400).default(900),
    /** Requests that the gateway sends through itself before its ports open; 0 for none. */
    WARM_UP_REQUESTS: z.coerce.number().int().min(0).max(100_000).default(3_000),
    /** How long connecting to a service may take. */
    UPSTREAM_CONNECT_TIMEOUT_MS: ms(1_000, 10_000),
    /** How long a service may be silent before and within its response, and how long a request may wait for a
     * connection. */
    UPSTREAM_TIMEOUT_MS: ms(15_000, 25_000),
    /** How long a stopping gateway keeps serving, not ready, before its ports close. */
    DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(1_000),
    /** The services behind this gateway, separated by commas. The first one stores the test clock. */
    SERVICES: services.prefault(upstreamNames.join(',')),
  })
  .refine(...headersWithinRequest)
  .superRefine(({ NODE_ENV, ADMIN_TOKEN }, context) => {
    if (NODE_ENV !== 'production') return
    if (ADMIN_TOKEN !== DEFAULT_ADMIN_TOKEN && ADMIN_TOKEN.length >= MIN_TOKEN_LENGTH) return
    const message = `must be a token of your own with at least ${MIN_TOKEN_LENGTH} characters in production mode`
    context.addIssue({ code: 'custom', path: ['ADMIN_TOKEN'], message })
  })
export type GatewayEnv = z.output<typeof gatewayEnv>

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}
