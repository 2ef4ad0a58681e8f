import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startNats } from './infra/nats.ts'
import { startPostgres } from './infra/postgres.ts'
import { logTail } from './infra/run-process.ts'
import { keepUp, type Server } from './keep-up.ts'
import { assertFree } from './listen-problem.ts'
import { type PlannedService, planServices } from './services.ts'
import type { Settings } from './settings.ts'
import { type Supervised, supervise } from './supervise.ts'

/** A whole system on this machine. */
export interface Stack {
  baseUrl: string
  adminUrl: string
  services: Supervised[]
  /** Process ids of the servers, when they are ours. */
  servers: { postgres(): number | undefined; nats(): number | undefined }
  /** How each process was started, for a benchmark that runs one of them differently. */
  plans: PlannedService[]
  /** Everything is gone when this resolves; the data stays. */
  stop(): Promise<void>
}

const READY_MS = 90_000

/** Starts Postgres, NATS and every service as processes of their own, and resolves when the gateway says ready.
 * Throws a sentence, with nothing left behind. */
export async function startStack(
  settings: Settings,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<Stack> {
  await assertFree('PORT', settings.port)
  await assertFree('ADMIN_PORT', settings.adminPort)
  // Servers and services do not keep this process alive, so that it can always end: a stack that runs does.
  const alive = setInterval(() => {}, 60_000)
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    while (stops.length > 0) await stops.pop()!()
    clearInterval(alive)
  }
  try {
    const kept = async <S extends Server>(name: string, start: (port?: number) => Promise<S>) => {
      const server = await keepUp(name, start, say)
      stops.push(server.stop)
      return server
    }
    const folder = (name: string) => join(settings.dataDir, name)
    const starting = [
      kept('PostgreSQL', (port) => startPostgres({ dir: folder('postgres'), port, log: say, env })),
      kept('NATS', (port) => startNats({ dir: folder('nats'), port, log: say, env, signal })),
    ] as const
    // Both, also when one fails: what has been started must be stopped.
    await Promise.allSettled(starting)
    signal?.throwIfAborted()
    const [postgres, nats] = await Promise.all(starting)
    say('Starting the services…')
    const planned = await planServices(settings, postgres.first.url, nats.first.url, env)
    const services = planned.map(({ name, plan }) => supervise(name, plan, say))
    stops.push(async () => void (await Promise.all(services.map((service) => service.stop()))))
    const baseUrl = `http://127.0.0.1:${settings.port}`
    const lastWords = () => planned.map(({ name, plan }) => `${name}: ${logTail(plan.logFile, 1)}`).join('\n')
    await waitUntilReady(`${baseUrl}/healthz/ready`, lastWords, signal)
    return {
      baseUrl,
      adminUrl: `http://127.0.0.1:${settings.adminPort}`,
      services,
      servers: { postgres: postgres.pid, nats: nats.pid },
      plans: planned,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function waitUntilReady(url: string, describe: () => string, signal?: AbortSignal): Promise<void> {
  const deadline = performance.now() + READY_MS
  let last = 'no answer'
  while (performance.now() < deadline) {
    signal?.throwIfAborted()
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.status === 200) return
    if (answer) last = await answer.text()
    await sleep(50)
  }
  throw new Error(`The services did not get ready (${last}). Their last words:\n${describe()}`)
}
