import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { peerVariable, type UpstreamName, upstreams } from '@jobboard/contracts/services'
import { freePort, preferPort } from './infra/free-port.ts'
import { ensureDatabase } from './infra/postgres/ensure-database.ts'
import type { ProcessPlan } from './infra/process/run-process.ts'
import { DEFAULT_PORT, root, type Settings } from './settings.ts'

// Semi-spaces of 64 MB: concurrent requests allocate many short-lived objects (docs/benchmarks/README.md).
export const GATEWAY_NODE_OPTIONS = '--max-semi-space-size=64'

// An import leaves much short-lived garbage, which V8 would collect only at 370 MB (docs/benchmarks/README.md).
const CANDIDATE_NODE_OPTIONS = '--max-semi-space-size=16 --max-old-space-size=1024'

// Nothing else of the environment reaches a service.
const PASSED_ON = [
  'TEST_CLOCK',
  'NODE_ENV',
  'NODE_COMPILE_CACHE',
  'LOG_LEVEL',
  'EVENT_LOOP_LIMIT_SECONDS',
  'CORS_ORIGINS',
  'MAX_CONNECTIONS',
  'MAX_CONNECTIONS_PER_ADDRESS',
  'RESPONSE_GRACE_MS',
  'RESPONSE_TIMEOUT_MS',
  'FAILPOINTS',
  'INBOX_RETENTION_DAYS',
  'DEAD_LETTER_RETENTION_DAYS',
  'REPLAY_RETENTION_DAYS',
  'AUDIT_RETENTION_DAYS',
  'DAILY_APPLY_RETENTION_DAYS',
  'WEBHOOK_RETENTION_DAYS',
  'KEY_TRUST_SECONDS',
  'NATS_USER',
  'NATS_PASSWORD',
  'STREAM_MAX_BYTES',
  'STREAM_MAX_AGE_DAYS',
  'STREAM_REPLICAS',
  'OUTBOX_STALE_SECONDS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'WEBHOOK_RETRY_DELAYS_SECONDS',
]

// Secrets go to no other service.
const PASSED_ON_TO_WEBHOOK = ['WEBHOOK_SECRET_KEYS', 'SMTP_URL', 'MAIL_FROM']

const PASSED_ON_TO_SEARCH = ['SEARCH_ENGINE', 'SEARCH_TIMEOUT_MS']

// The key of the model goes to no other service.
const PASSED_ON_TO_PIPELINE = [
  'ASSESSOR',
  'LLM_URL',
  'LLM_MODEL',
  'LLM_API_KEY',
  'LLM_DEADLINE_SECONDS',
  'LLM_CALLS_PER_DAY',
]

/** One process of the stack: its name, its base URL and how to run it. */
export interface ServicePlan {
  name: string
  url: string
  plan: ProcessPlan
}

/** Creates the databases and plans every process of the stack, the gateway last. */
export async function planServices(
  settings: Settings,
  databaseUrl: (database?: string) => string,
  natsUrl: string,
  env: NodeJS.ProcessEnv,
  meilisearch?: { url: string; key: string },
): Promise<ServicePlan[]> {
  const logs = join(settings.dataDir, 'logs')
  mkdirSync(logs, { recursive: true, mode: 0o700 })
  const ports = new Map<UpstreamName, number[]>()
  for (const { name, defaultPort } of upstreams)
    ports.set(name, await servicePorts(settings, name, defaultPort))
  const baseEnv = serviceEnv(settings, ports, natsUrl, env)
  const plan = (
    service: string,
    port: number,
    extra: Record<string, string>,
    name: string = service,
  ): ServicePlan => ({
    name,
    url: `http://127.0.0.1:${port}`,
    plan: {
      command: process.execPath,
      args: [join(root, 'services', service, 'src', 'main.ts')],
      env: { ...baseEnv, PORT: String(port), ...extra },
      logFile: join(logs, `${name}.log`),
    },
  })

  const plans: ServicePlan[] = []
  for (const [name, [first, ...others]] of ports) {
    const url = await ensureDatabase(databaseUrl('postgres'), name, name, databasePassword(settings, name))
    const webhook = {
      ...pick(env, PASSED_ON_TO_WEBHOOK),
      WEBHOOK_SECRET_KEY: settings.webhookSecretKey,
      WEBHOOK_ALLOW_PRIVATE: env.WEBHOOK_ALLOW_PRIVATE || String(env.NODE_ENV !== 'production'),
    }
    const candidate = { ERASED_EMAIL_KEY: settings.erasedEmailKey, NODE_OPTIONS: CANDIDATE_NODE_OPTIONS }
    const search = meilisearch && {
      SEARCH_ENGINE: 'meilisearch',
      MEILI_URL: meilisearch.url,
      MEILI_MASTER_KEY: meilisearch.key,
    }
    const extra = {
      DATABASE_URL: url,
      // Ctrl-C stops the gateway too: there is no caller to wait for.
      DRAIN_DELAY_MS: env.DRAIN_DELAY_MS || '0',
      ...(name === 'webhook' ? webhook : {}),
      ...(name === 'candidate' ? candidate : {}),
      ...(name === 'search' ? { ...pick(env, PASSED_ON_TO_SEARCH), ...search } : {}),
      ...(name === 'pipeline' ? pick(env, PASSED_ON_TO_PIPELINE) : {}),
    }
    plans.push(plan(name, first!, extra))
    for (const [i, port] of others.entries()) plans.push(plan(name, port, extra, `${name}-${i + 2}`))
  }
  const gateway = {
    ...pick(env, ['DRAIN_DELAY_MS']),
    NODE_OPTIONS: GATEWAY_NODE_OPTIONS,
    ADMIN_PORT: String(settings.adminPort),
    ADMIN_TOKEN: settings.adminToken,
  }
  return [...plans, plan('gateway', settings.port, gateway)]
}

/** What the environment of every service has in common. */
function serviceEnv(
  settings: Settings,
  ports: Map<UpstreamName, number[]>,
  natsUrl: string,
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  const peers = [...ports].map(([name, replicas]) => {
    return [peerVariable(name), replicas.map((port) => `http://127.0.0.1:${port}`).join(',')]
  })
  return {
    ...pick(env, PASSED_ON),
    ...Object.fromEntries(peers),
    NATS_URL: natsUrl,
    CALLER_SECRET: settings.callerSecret,
    PATH: env.PATH ?? '',
  }
}

/** The variables of `names` that are set and not empty. */
function pick(env: NodeJS.ProcessEnv, names: string[]): Record<string, string> {
  return Object.fromEntries(names.filter((name) => env[name]).map((name) => [name, env[name]!]))
}

// 8101 and so on with PORT=8080, ten more for each further replica; another PORT moves them all, so that stacks side by
// side do not meet.
async function servicePorts(settings: Settings, name: UpstreamName, defaultPort: number): Promise<number[]> {
  const ports: number[] = []
  const replicas = settings.replicasOf?.[name] ?? settings.replicas
  for (let replica = 0; replica < replicas; replica++) {
    const port = settings.port + defaultPort - DEFAULT_PORT + 10 * replica
    ports.push(port === settings.adminPort ? await freePort() : await preferPort(port))
  }
  return ports
}

function databasePassword(settings: Settings, service: string): string {
  return createHash('sha256').update(`${settings.callerSecret} ${service}`).digest('hex')
}
