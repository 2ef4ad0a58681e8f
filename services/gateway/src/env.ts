import * as contracts from '@jobboard/contracts/services'
import { baseEnv } from '@jobboard/service/lifecycle/env'
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

const ms = (preset: number, most: number) => z.coerce.number().int().min(1).max(most).default(preset)
const deadline = (ms: number) => z.coerce.number().int().min(100).max(300_000).default(ms)

// As browsers write them: https://app.example.com, without a path, `*`, or a port that is the usual one.
const origins = z
  .string()
  .default('')
  .transform((list) => list.split(',').map((one) => one.trim()))
  .transform((list) => list.filter((one) => one !== ''))
  .pipe(
    z.array(
      z.string().refine(isOrigin, {
        error: ({ input }) => `${input} is not an origin such as https://app.example.com`,
      }),
    ),
  )

/** The gateway's environment: no database; a second listener for operators. `SERVICES` names what stands behind it. */
export const gatewayEnv = baseEnv
  .omit({ DATABASE_URL: true, DATABASE_POOL: true })
  .extend({
    ADMIN_HOST: z.string().default('127.0.0.1'),
    ADMIN_PORT: z.coerce.number().int().min(0).max(65_535).default(8081),
    ADMIN_TOKEN: z.string().min(1).default(DEFAULT_ADMIN_TOKEN),
    CORS_ORIGINS: origins,
    HEADERS_TIMEOUT_MS: deadline(10_000),
    REQUEST_TIMEOUT_MS: deadline(30_000),
    SILENCE_TIMEOUT_MS: deadline(60_000),
    /** `shared`: all gateways on one NATS count together. `local`: this process counts alone. The same for all gateways. */
    LIMITER: z.enum(['local', 'shared']).default('shared'),
    WARM_UP_REQUESTS: z.coerce.number().int().min(0).max(100_000).default(3_000),
    /** How long a connection to a service may take to be made. */
    UPSTREAM_CONNECT_TIMEOUT_MS: ms(1_000, 10_000),
    /** How long a service may be silent before and within an answer, and how long a request may wait for a connection. */
    UPSTREAM_TIMEOUT_MS: ms(15_000, 25_000),
    /** How long a gateway that was told to stop goes on serving, not ready, until nobody sends anything to it any more. */
    DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(1_000),
    SERVICES: services.prefault(upstreamNames.join(',')),
  })
  .refine(({ HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS }) => HEADERS_TIMEOUT_MS <= REQUEST_TIMEOUT_MS, {
    path: ['HEADERS_TIMEOUT_MS'],
    error: 'must not be more than REQUEST_TIMEOUT_MS',
  })
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
