import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startNats } from './infra/nats.ts'
import { startPostgres } from './infra/postgres.ts'
import { logTail } from './infra/run-process.ts'
import { type PlannedService, planServices } from './services.ts'
import type { Settings } from './settings.ts'
import { type Supervised, supervise } from './supervise.ts'

/** A whole system on this machine. */
export interface Stack {
  baseUrl: string
  adminUrl: string
  services: Supervised[]
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
): Promise<Stack> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    while (stops.length > 0) await stops.pop()!()
  }
  try {
    const [postgres, nats] = await Promise.all([
      startPostgres({ dir: join(settings.dataDir, 'postgres'), log: say, env }).then((started) => {
        stops.push(() => started.stop())
        return started
      }),
      startNats({ dir: join(settings.dataDir, 'nats'), log: say, env }).then((started) => {
        stops.push(() => started.stop())
        return started
      }),
    ])
    say('Starting the services…')
    const planned = await planServices(settings, postgres.url, nats.url, env)
    const services = planned.map(({ name, plan }) => supervise(name, plan, say))
    stops.push(async () => void (await Promise.all(services.map((service) => service.stop()))))
    const baseUrl = `http://127.0.0.1:${settings.port}`
    await waitUntilReady(`${baseUrl}/healthz/ready`, () =>
      planned.map(({ name, plan }) => `${name}: ${logTail(plan.logFile, 1)}`).join('\n'),
    )
    return { baseUrl, adminUrl: `http://127.0.0.1:${settings.adminPort}`, services, plans: planned, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function waitUntilReady(url: string, describe: () => string): Promise<void> {
  const deadline = performance.now() + READY_MS
  let last = 'no answer'
  while (performance.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.status === 200) return
    if (answer) last = await answer.text()
    await sleep(50)
  }
  throw new Error(`The services did not get ready (${last}). Their last words:\n${describe()}`)
}
