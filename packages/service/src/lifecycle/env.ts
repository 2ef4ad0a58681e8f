import { plainWords } from '@jobboard/contracts/plain-words'
import { type PeerVariable, peerVariable, upstreams } from '@jobboard/contracts/services'
import { z } from 'zod'

const flag = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false'])
    .default(fallback)
    .transform((value) => value === 'true')
const urls = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(z.url()).min(1))
/** Base URLs separated by commas; by default this port of this machine. */
export const peerUrl = (port: number) => urls.prefault(`http://127.0.0.1:${port}`)
const peerVariables = Object.fromEntries(
  upstreams.map(({ name, defaultPort }) => [peerVariable(name), peerUrl(defaultPort)]),
) as Record<PeerVariable, ReturnType<typeof peerUrl>>

/** The address of a site without a path, such as `https://portal.example.com`; a slash at its end is removed. */
export const originUrl = (fallback: string) =>
  z
    .url({
      protocol: /^https?$/,
      error: 'must be http:// or https:// with a host and at most one port, such as https://jobs.example.com',
    })
    .refine((url) => !URL.canParse(url) || new URL(url).origin === url.replace(/\/$/, ''), {
      error: 'must be an address without a path',
    })
    .transform((url) => new URL(url).origin)
    .prefault(fallback)

/** A secret that is sent in a header, where other characters than these are refused or arrive as others. */
export const headerSecret = z
  .string()
  .regex(
    /^[ -~]*$/,
    'must consist of ASCII characters, because a header carries it; make one with openssl rand -hex 32',
  )

/** URLs separated by commas that the client of a server reads itself, such as `postgres://…`. */
const serverUrl = (beginning: RegExp, example: string) =>
  z
    .string()
    .refine((list) => list.split(',').every((url) => beginning.test(url.trim()) && URL.canParse(url)), {
      error: `must be a URL such as ${example}, with %2F for a / in a password`,
    })
const databaseUrl = serverUrl(/^postgres(ql)?:\/\//, 'postgres://user:password@postgres:5432/jobs')

/** The variables of every service; a service adds its own with `.extend`. A peer may be a list:
 * `http://a,http://b`. */
export const baseEnv = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535),
  DATABASE_URL: databaseUrl,
  /** For a DATABASE_URL without a password; the Postgres client reads it itself. Any characters, not encoded. */
  PGPASSWORD: z.string().optional(),
  /** Past PgBouncer, for leader locks and migrations; DATABASE_URL by default. */
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  /** `false` behind PgBouncer before 1.21. */
  DATABASE_PREPARED_STATEMENTS: flag('true'),
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(10),
  NATS_URL: serverUrl(/^(nats|tls):\/\//, 'nats://nats:4222'),
  /** For a NATS_URL without user and password. Any characters, not encoded. */
  NATS_USER: z.string().optional(),
  NATS_PASSWORD: z.string().optional(),
  /** Limits of the event streams. A start raises those on the server and never lowers them. */
  STREAM_MAX_BYTES: z.coerce.number().int().min(16_777_216).default(1_073_741_824),
  /** Less than INBOX_RETENTION_DAYS, or an event could take effect a second time. */
  STREAM_MAX_AGE_DAYS: z.coerce.number().int().min(1).max(3_649).default(14),
  STREAM_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  /** Readiness is degraded once an event has waited in the outbox for longer. */
  OUTBOX_STALE_SECONDS: z.coerce.number().int().min(1).default(60),
  CALLER_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** Longer than events stay on the streams and in the outboxes, or a replayed event takes effect again. */
  INBOX_RETENTION_DAYS: z.coerce.number().int().min(15).max(3_650).default(30),
  DEAD_LETTER_RETENTION_DAYS: z.coerce.number().int().min(7).max(3_650).default(90),
  /** Of finished replays and resyncs. Longer than events stay in the outboxes. */
  REPLAY_RETENTION_DAYS: z.coerce.number().int().min(15).max(3_650).default(90),
  /** How long a resync waits after its stream was created. Consumers miss two heartbeats of 5 s before they create their
   * durables again, and without a durable a state is not stored for its consumer. */
  RESYNC_SETTLE_MS: z.coerce.number().int().min(0).max(600_000).default(15_000),
  /** How long a stopping service serves on, not ready, before its port closes. Longer than the 4 s for which its callers
   * keep idle connections. */
  DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(5_000),
  /** A process whose event loop does not run for this long ends itself; 0 for never, as a debugger needs it. */
  EVENT_LOOP_LIMIT_SECONDS: z.coerce.number().int().min(0).max(3_600).default(20),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Base URL of an OTLP receiver, such as `http://otel-collector:4318`; without it nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .union([z.literal(''), z.url({ protocol: /^https?$/, error: 'must begin with http:// or https://' })])
    .optional(),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on'),
  /** The share of traces that `traceidratio` and `parentbased_traceidratio` record. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  TEST_CLOCK: flag('false'),
  /** Calls that are signed with CALLER_SECRET may say when they were made: for data that shows weeks of work. */
  DATED_CALLS: flag('false'),
  FAILPOINTS: z.string().optional(),
  ...peerVariables,
})
export type BaseEnv = z.output<typeof baseEnv>

/** The mail server of a service, such as `smtps://user:password@mail.example.com`, without which it sends no mail, and the
 * sender, such as `Job board <portal@example.com>`. */
export const mailVariables = {
  SMTP_URL: z
    .union([z.literal(''), z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' })])
    .transform((url) => url || undefined)
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)?$/,
      'must be an address, such as webhooks@example.com',
    )
    .transform((address) => address || undefined)
    .optional(),
}

/** The variables of tracing, which is switched on before a process opens anything else. */
export const tracingEnv = baseEnv.pick({
  OTEL_EXPORTER_OTLP_ENDPOINT: true,
  OTEL_TRACES_SAMPLER: true,
  OTEL_TRACES_SAMPLER_ARG: true,
})

/** The variable of the watchdog, which watches the start too. */
export const watchdogEnv = baseEnv.pick({ EVENT_LOOP_LIMIT_SECONDS: true })

/** The URL of connections that must not go through a transaction pooler. */
export function directUrlOf(env: Pick<BaseEnv, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>): string {
  return env.DATABASE_DIRECT_URL ?? env.DATABASE_URL
}

const FOR_TESTS = ['TEST_CLOCK', 'DATED_CALLS', 'FAILPOINTS', 'WEBHOOK_ALLOW_PRIVATE']
const SECRETS = [
  'CALLER_SECRET',
  'ADMIN_TOKEN',
  'PGPASSWORD',
  'NATS_PASSWORD',
  'MEILI_MASTER_KEY',
  'WEBHOOK_SECRET_KEY',
  'WEBHOOK_SECRET_KEYS',
  'ERASED_EMAIL_KEY',
  'OIDC_CLIENT_SECRET',
]
const URLS = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'NATS_URL']

/** Test switches and published secrets, which no service accepts in production mode (D-55, Admin API). */
function refuseInProduction(
  env: Record<string, unknown>,
  values: Record<string, string | undefined>,
): string[] {
  if (env.NODE_ENV !== 'production') return []
  const forTests = FOR_TESTS.filter((name) => env[name])
  const published = SECRETS.filter((name) => /^development-|(^|:)0+(,|$)/.test(values[name] ?? '')).filter(
    (name) =>
      // The list of keys overrides the single one.
      (name !== 'WEBHOOK_SECRET_KEY' || !values.WEBHOOK_SECRET_KEYS) &&
      (name !== 'MEILI_MASTER_KEY' || env.SEARCH_ENGINE === 'meilisearch'),
  )
  const withPublished = URLS.filter((name) => /:\/\/[^@/]*:development-/.test(values[name] ?? ''))
  return [
    ...forTests.map((name) => `${name}: not allowed with NODE_ENV=production; unset it`),
    ...withPublished.map((name) => `${name}: has the published development password; set your own`),
    ...published.map(
      (name) => `${name}: is the published development value; set your own${inCompose(name, values)}`,
    ),
  ]
}

/** docker-compose.yml passes a password of the database on from a variable with the name of its role. */
function inCompose(name: string, { DATABASE_URL }: Record<string, string | undefined>): string {
  const role = name === 'PGPASSWORD' ? URL.parse(DATABASE_URL ?? '')?.username : undefined
  return role ? `, with Compose ${role.toUpperCase()}_DB_PASSWORD in .env` : ''
}

/** The inbox drops duplicates, so its rows must outlive the events of a stream. */
function refuseShortInbox(env: Partial<BaseEnv>): string[] {
  const { STREAM_MAX_AGE_DAYS: streamDays = 0, INBOX_RETENTION_DAYS: inboxDays = Number.POSITIVE_INFINITY } =
    env
  return streamDays < inboxDays
    ? []
    : [`STREAM_MAX_AGE_DAYS: must be less than INBOX_RETENTION_DAYS (${inboxDays})`]
}

/** Reads and freezes the environment; an empty variable counts as not set, as in an .env file. Throws one line per
 * missing or invalid variable. */
export function readEnv<S extends z.ZodType>(
  schema: S,
  environment: Record<string, string | undefined>,
): z.output<S> {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(values, { error: plainWords })
  const problems = parsed.success
    ? [
        ...refuseInProduction(parsed.data as Record<string, unknown>, values),
        ...refuseShortInbox(parsed.data as Partial<BaseEnv>),
      ]
    : parsed.error.issues.map(({ code, path: [name = ''], message }) => {
        const isMissing = code === 'invalid_type' && values[String(name)] === undefined
        return `${String(name)}: ${isMissing ? 'is not set' : message}`
      })
  if (problems.length > 0) throw new Error(`Invalid environment:\n  ${problems.join('\n  ')}`)
  return Object.freeze(parsed.data) as z.output<S>
}

const deadline = (defaultMs: number) => z.coerce.number().int().min(100).max(300_000).default(defaultMs)

/** The variables of a port that strangers reach: its time limits and its connections. */
export const portEnv = {
  /** How long the headers of a request may take to arrive. */
  HEADERS_TIMEOUT_MS: deadline(10_000),
  /** How long a whole request may take to arrive. */
  REQUEST_TIMEOUT_MS: deadline(30_000),
  /** A client's connection without traffic is closed after this long. */
  SILENCE_TIMEOUT_MS: deadline(60_000),
  /** Connections that the port holds; by default, and at most, what the limit of descriptors allows. */
  MAX_CONNECTIONS: z.coerce.number().int().min(1).max(1_000_000).optional(),
  /** Of these, from one address; 0 for no limit: behind a balancer or Docker's NAT all clients share one. */
  MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(0).max(1_000_000).default(0),
}

/** Who may make a sandbox: nobody (`off` leaves those that there are), operators and EmployerAdmins, or also who signs up for one with
 * a confirmed address. */
export const sandboxEnv = { SANDBOX: z.enum(['off', 'admins', 'public']).default('admins') }

type SignUp = { SANDBOX: z.output<typeof sandboxEnv.SANDBOX>; SMTP_URL?: string | undefined }

/** Refuses sign-up without the mail server that it needs: the arguments of `.refine`. */
export const mailsForSignUp: [(env: SignUp) => boolean, { path: string[]; error: string }] = [
  ({ SANDBOX, SMTP_URL }) => SANDBOX !== 'public' || SMTP_URL !== undefined,
  { path: ['SANDBOX'], error: 'public needs SMTP_URL: who signs up confirms the address by mail' },
]

type Deadlines = { HEADERS_TIMEOUT_MS: number; REQUEST_TIMEOUT_MS: number }

/** Refuses headers that may take longer than the whole request: the arguments of `.refine`. */
export const headersWithinRequest: [(env: Deadlines) => boolean, { path: string[]; error: string }] = [
  ({ HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS }) => HEADERS_TIMEOUT_MS <= REQUEST_TIMEOUT_MS,
  { path: ['HEADERS_TIMEOUT_MS'], error: 'must not be more than REQUEST_TIMEOUT_MS' },
]

/** The same limits as Node's HTTP server and Fastify take them. */
export function serverTimeouts({
  headersTimeoutMs,
  requestTimeoutMs,
  silenceTimeoutMs,
}: {
  headersTimeoutMs: number
  requestTimeoutMs: number
  silenceTimeoutMs: number
}) {
  return {
    requestTimeout: requestTimeoutMs,
    connectionTimeout: silenceTimeoutMs,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: Math.min(5_000, headersTimeoutMs / 2),
    },
  }
}
