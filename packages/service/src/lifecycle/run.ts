import type { Service } from './define.ts'
import { type BaseEnv, readEnv } from './env.ts'
import { openLog } from './log.ts'
import { startService } from './start.ts'

const STOP_TIMEOUT_MS = 10_000

/** The main program of a service: reads the environment, starts, and stops in order on SIGTERM or SIGINT. */
export function runService<Env extends BaseEnv>(service: Service<Env>): Promise<void> {
  return runProcess(service.name, async () => startService(service, readEnv(service.env, process.env)))
}

/** Something that runs until it is stopped. */
interface Stoppable {
  stop(): Promise<void>
  /** How long `stop` goes on serving before it begins to end. */
  stopDelayMs?: number
}

/** Runs anything that can be stopped as this process. A start that fails is one sentence and exit code 1. */
export async function runProcess(name: string, start: () => Promise<Stoppable>): Promise<void> {
  const log = openLog(name, process.env.LOG_LEVEL ?? 'info')
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  try {
    const running = await start()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(running, log))
  } catch (error) {
    process.stderr.write(`${name} could not start. ${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
    setTimeout(() => process.exit(1), 500).unref()
  }
}

async function stop(running: Stoppable, log: ReturnType<typeof openLog>): Promise<void> {
  const late = setTimeout(
    () => {
      log.warn('did not stop in time')
      process.exit(1)
    },
    STOP_TIMEOUT_MS + (running.stopDelayMs ?? 0),
  )
  await running.stop().catch((error) => log.error({ err: error }, 'stopping failed'))
  clearTimeout(late)
  process.exit(0)
}
