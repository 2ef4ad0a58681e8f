import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { peerVariable, type UpstreamName, upstreams } from '@jobboard/contracts/services'
import { freePort, preferPort } from './infra/free-port.ts'
import { ensureDatabase } from './infra/postgres/ensure-database.ts'
import type { ProcessPlan } from './infra/process/run-process.ts'
import { type ProcessName, passedOn } from './passed-on.ts'
import { DEFAULT_PORT, root, type Settings } from './settings.ts'

// With V8's 16 MB the start grows the space of young objects, and an idle service keeps 20 MB more.
export const NODE_OPTIONS = '--max-semi-space-size=4'

// With 64 MB as many requests a second take 200 MB more, and the slowest hundredth longer (docs/benchmarks/README.md).
export const GATEWAY_NODE_OPTIONS = '--max-semi-space-size=16'

// An import leaves much short-lived garbage, which V8 would collect only at 370 MB; with this 204.
const CANDIDATE_NODE_OPTIONS = '--max-semi-space-size=16 --max-old-space-size=1024'

/** Where Node keeps what it compiled, without types: a process that finds it starts in two thirds of the CPU time and
 * needs 30 MB less. */
const COMPILE_CACHE = ['node_modules', '.cache', 'compile']

/** Ports of the portal with PORT=8080: of health and metrics; and of the pages, where PORTAL_PORT is not set and PORT is
 * another one. */
const PORTAL_HEALTH_PORT = 8107
const PORTAL_PAGES_PORT = 8108

/** One process of the stack: its name, its base URL and how to run it. */
export interface ServicePlan {
  name: string
  url: string
  plan: ProcessPlan
}

/** Creates the databases and plans every process of the stack, the gateway last. `portalUrl` is where persons reach the
 * portal. */
export async function planServices(
  settings: Settings,
  databaseUrl: (database?: string) => string,
  natsUrl: string,
  env: NodeJS.ProcessEnv,
  meilisearch?: { url: string; key: string },
) {
  const logs = join(settings.dataDir, 'logs')
  mkdirSync(logs, { recursive: true, mode: 0o700 })
  const ports = new Map<UpstreamName, number[]>()
  for (const { name, defaultPort } of upstreams)
    ports.set(name, await servicePorts(settings, name, defaultPort))
  const portalPort = settings.portalPort ?? (await nearPort(settings, PORTAL_PAGES_PORT))
  const portalUrl = env.PORTAL_BASE_URL || `http://127.0.0.1:${portalPort}`
  const peers = Object.fromEntries(
    [...ports].map(([name, replicas]) => [peerVariable(name), replicas.map(loopback).join(',')]),
  )
  const common = { ...peers, CALLER_SECRET: settings.callerSecret, NODE_OPTIONS, PATH: env.PATH ?? '' }
  const plan = (
    service: ProcessName,
    port: number,
    extra: Record<string, string>,
    name: string = service,
  ): ServicePlan => ({
    name,
    url: loopback(port),
    plan: {
      ...commandOf(service, settings.treeOf?.(service)),
      env: {
        NODE_COMPILE_CACHE: join(settings.treeOf?.(service) ?? root, ...COMPILE_CACHE),
        ...passedOn(env, service),
        ...common,
        PORT: String(port),
        ...extra,
      },
      logFile: join(logs, `${name}.log`),
    },
  })
  const databases = await Promise.all(
    [...ports.keys(), 'portal'].map(async (name) => {
      const password = databasePassword(settings, name)
      return [name, await ensureDatabase(databaseUrl('postgres'), name, name, password)] as const
    }),
  )
  const urls = new Map<string, string>(databases)
  const ofDatabase = (name: ProcessName) => ({
    DATABASE_URL: urls.get(name)!,
    // Ctrl-C stops the gateway too: there is no caller to wait for.
    DRAIN_DELAY_MS: env.DRAIN_DELAY_MS || '0',
  })

  const own: Partial<Record<UpstreamName, Record<string, string>>> = {
    accounts: { PORTAL_BASE_URL: portalUrl },
    webhook: {
      WEBHOOK_SECRET_KEY: settings.webhookSecretKey,
      WEBHOOK_ALLOW_PRIVATE: env.WEBHOOK_ALLOW_PRIVATE || String(env.NODE_ENV !== 'production'),
    },
    candidate: { ERASED_EMAIL_KEY: settings.erasedEmailKey, NODE_OPTIONS: CANDIDATE_NODE_OPTIONS },
    ...(meilisearch && {
      search: {
        SEARCH_ENGINE: 'meilisearch',
        MEILI_URL: meilisearch.url,
        MEILI_MASTER_KEY: meilisearch.key,
      },
    }),
  }
  const plans: ServicePlan[] = []
  for (const [name, [first, ...others]] of ports) {
    const dated = { DATED_CALLS: String(env.NODE_ENV !== 'production') }
    const extra = { NATS_URL: natsUrl, ...ofDatabase(name), ...dated, ...own[name] }
    plans.push(plan(name, first!, extra))
    for (const [i, port] of others.entries()) plans.push(plan(name, port, extra, `${name}-${i + 2}`))
  }
  const portal = plan('portal', await nearPort(settings, PORTAL_HEALTH_PORT), {
    ...ofDatabase('portal'),
    PORTAL_PORT: String(portalPort),
    PORTAL_BASE_URL: portalUrl,
    PUBLIC_API_URL: loopback(settings.port),
    ADMIN_API_URL: loopback(settings.adminPort),
    GATEWAY_URL: loopback(settings.adminPort),
  })
  const gateway = plan('gateway', settings.port, {
    NATS_URL: natsUrl,
    NODE_OPTIONS: GATEWAY_NODE_OPTIONS,
    // The 3,000 of production take 1.4 s of CPU time.
    WARM_UP_REQUESTS: env.WARM_UP_REQUESTS || '300',
    ADMIN_PORT: String(settings.adminPort),
    ADMIN_TOKEN: settings.adminToken,
  })
  return { plans: [...plans, portal, gateway], portalUrl }
}

/** How a service runs from the checkout `tree`, with the Node of that checkout. */
export function commandOf(service: string, tree = root): Pick<ProcessPlan, 'command' | 'args'> {
  const command = tree === root ? process.execPath : join(tree, 'node_modules', '.bin', 'node')
  return { command, args: [join(tree, 'services', service, 'src', 'main.ts')] }
}

// 8101 and so on with PORT=8080, ten more for each further replica.
async function servicePorts(settings: Settings, name: UpstreamName, defaultPort: number): Promise<number[]> {
  const ports: number[] = []
  const replicas = settings.replicasOf?.[name] ?? settings.replicas
  for (let replica = 0; replica < replicas; replica++) {
    ports.push(await nearPort(settings, defaultPort + 10 * replica))
  }
  return ports
}

/** A free port: this one with PORT=8080; another PORT moves it, so that stacks side by side do not meet. */
function nearPort(settings: Settings, withDefaultPort: number): Promise<number> {
  const port = settings.port + withDefaultPort - DEFAULT_PORT
  return port === settings.adminPort || port === settings.portalPort ? freePort() : preferPort(port)
}

function loopback(port: number): string {
  return `http://127.0.0.1:${port}`
}

function databasePassword(settings: Settings, service: string): string {
  return createHash('sha256').update(`${settings.callerSecret} ${service}`).digest('hex')
}

/** Writes `stack.json`: where each process serves `/metrics` and `/healthz/ready`, in the format of Prometheus
 * file_sd_configs. The gateway does so on its operators' port. */
export function writeStackFile(dataDir: string, adminPort: number, plans: ServicePlan[]): void {
  const targets = plans.map(({ name, url }) => ({
    targets: [name === 'gateway' ? `127.0.0.1:${adminPort}` : new URL(url).host],
    labels: { service: name.replace(/-\d+$/, ''), replica: name },
  }))
  writeFileSync(join(dataDir, 'stack.json'), `${JSON.stringify(targets, null, 2)}\n`)
}
