import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { peerVariable, type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import { ensureDatabase } from './infra/ensure-database.ts'
import { freePort } from './infra/free-port.ts'
import type { ProcessPlan } from './infra/run-process.ts'
import { root, type Settings } from './settings.ts'

// Short-lived objects of many requests at once: a larger nursery spares the gateway's collector (docs/benchmarks.md).
export const GATEWAY_NODE_OPTIONS = '--max-semi-space-size=64'

// Passed on from the caller's environment: nothing else of it reaches a service.
const PASSED_ON = [
  'TEST_CLOCK',
  'NODE_ENV',
  'LOG_LEVEL',
  'CORS_ORIGINS',
  'FAILPOINTS',
  'SEARCH_ENGINE',
  'WEBHOOK_RETRY_DELAYS_SECONDS',
]

/** One process of the stack: its name, how to run it, and where it answers. */
export interface PlannedService {
  name: string
  url: string
  plan: ProcessPlan
}

/** Makes the databases and plans every process of the stack, the gateway last. */
export async function planServices(
  settings: Settings,
  databaseUrl: (database?: string) => string,
  natsUrl: string,
  env: NodeJS.ProcessEnv,
): Promise<PlannedService[]> {
  const logs = join(settings.dataDir, 'logs')
  mkdirSync(logs, { recursive: true, mode: 0o700 })
  const ports = new Map<UpstreamName, number>()
  for (const name of upstreamNames) ports.set(name, await freePort())
  const peers = Object.fromEntries(
    [...ports].map(([name, port]) => [peerVariable(name), `http://127.0.0.1:${port}`]),
  )
  const passedOn = Object.fromEntries(PASSED_ON.filter((name) => env[name]).map((name) => [name, env[name]!]))
  const base = {
    ...passedOn,
    ...peers,
    NATS_URL: natsUrl,
    CALLER_SECRET: settings.callerSecret,
    PATH: env.PATH ?? '',
  }
  const planned = (name: string, port: number, extra: Record<string, string>): PlannedService => ({
    name,
    url: `http://127.0.0.1:${port}`,
    plan: {
      command: process.execPath,
      args: [join(root, 'services', name, 'src', 'main.ts')],
      env: { ...base, PORT: String(port), ...extra },
      logFile: join(logs, `${name}.log`),
    },
  })

  const services: PlannedService[] = []
  for (const name of upstreamNames) {
    const url = await ensureDatabase(databaseUrl('postgres'), name, name, passwordOf(settings, name))
    const webhook = {
      WEBHOOK_SECRET_KEY: settings.webhookSecretKey,
      WEBHOOK_ALLOW_PRIVATE: env.NODE_ENV === 'production' ? 'false' : (env.WEBHOOK_ALLOW_PRIVATE ?? 'true'),
    }
    services.push(
      planned(name, ports.get(name)!, { DATABASE_URL: url, ...(name === 'webhook' ? webhook : {}) }),
    )
  }
  services.push(
    planned('gateway', settings.port, {
      NODE_OPTIONS: GATEWAY_NODE_OPTIONS,
      ADMIN_PORT: String(settings.adminPort),
      ADMIN_TOKEN: settings.adminToken,
    }),
  )
  return services
}

function passwordOf(settings: Settings, service: string): string {
  return createHash('sha256').update(`${settings.callerSecret} ${service}`).digest('hex')
}
