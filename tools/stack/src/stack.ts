import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkPort } from './infra/free-port.ts'
import type { Log } from './infra/log.ts'
import { hasMeilisearch, startMeilisearch } from './infra/meilisearch.ts'
import { startNats } from './infra/nats.ts'
import { startPostgres } from './infra/postgres.ts'
import type { Server } from './infra/process/run-server.ts'
import { planServices, type ServicePlan, writeStackFile } from './service-plans.ts'
import type { Settings } from './settings.ts'
import { type SupervisedProcess, superviseProcess, superviseServer } from './supervise-process.ts'
import { waitUntilReady } from './wait-until-ready.ts'

/** A whole system on this machine. */
export interface Stack {
  baseUrl: string
  adminUrl: string
  /** Where persons reach the portal. */
  portalUrl: string
  services: SupervisedProcess[]
  /** Process ids of Postgres, NATS and Meilisearch; undefined for a server that was not started here. */
  servers: Record<'postgres' | 'nats' | 'meilisearch', () => number | undefined>
  plans: ServicePlan[]
  /** Resolves when every process has ended. The data stays. */
  stop(): Promise<void>
}

/** Starts Postgres, NATS, Meilisearch where there is one, and every service as processes of their own, and resolves when
 * all of them are ready. Throws one sentence, or the reason of `signal`, after stopping what it had started. */
export async function startStack(
  settings: Settings,
  env: NodeJS.ProcessEnv,
  log: Log,
  signal?: AbortSignal,
): Promise<Stack> {
  await checkPort('PORT', settings.port)
  await checkPort('ADMIN_PORT', settings.adminPort)
  if (settings.portalPort) await checkPort('PORTAL_PORT', settings.portalPort)
  // Child processes are unreferenced: without this timer the process would end with the stack running.
  const alive = setInterval(() => {}, 60_000)
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    while (stops.length > 0) await stops.pop()!()
    clearInterval(alive)
  }
  try {
    const supervised = async <S extends Server>(name: string, start: (port?: number) => Promise<S>) => {
      const server = await superviseServer(name, start, log)
      stops.push(server.stop)
      return server
    }
    const dir = (name: string) => join(settings.dataDir, name)
    const usesMeilisearch =
      env.SEARCH_ENGINE === 'meilisearch' || (!env.SEARCH_ENGINE && (await hasMeilisearch(env)))
    const starting = [
      supervised('PostgreSQL', (port) => startPostgres({ dir: dir('postgres'), port, log, env })),
      supervised('NATS', (port) => startNats({ dir: dir('nats'), port, log, env, signal })),
      usesMeilisearch
        ? supervised('Meilisearch', (port) => startMeilisearch({ dir: dir('meilisearch'), port, log, env }))
        : undefined,
    ] as const
    // Waits for all, also when one fails: `stop` must see the others.
    await Promise.allSettled(starting)
    signal?.throwIfAborted()
    const [postgres, nats, meilisearch] = await Promise.all(starting)
    log('Starting the services…')
    const { plans, portalUrl } = await planServices(
      settings,
      postgres.first.url,
      nats.first.url,
      env,
      meilisearch?.first,
    )
    writeStackFile(settings.dataDir, settings.adminPort, plans)
    const services: SupervisedProcess[] = []
    stops.push(async () => void (await Promise.all(services.map((service) => service.stop()))))
    for (const { name, plan } of plans) {
      services.push(superviseProcess(name, plan, log))
      if (settings.startEveryMs > 0) await sleep(settings.startEveryMs, undefined, { signal })
    }
    const baseUrl = `http://127.0.0.1:${settings.port}`
    await waitUntilReady(baseUrl, plans, log, signal)
    return {
      baseUrl,
      adminUrl: `http://127.0.0.1:${settings.adminPort}`,
      portalUrl,
      services,
      servers: { postgres: postgres.pid, nats: nats.pid, meilisearch: () => meilisearch?.pid() },
      plans,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
