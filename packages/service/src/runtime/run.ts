import { startTracing } from '@jobboard/process/tracing/start-tracing'
import { type BaseEnv, directUrlOf, readEnv, tracingEnv, watchdogEnv } from '../lifecycle/env.ts'
import { openLog } from '../lifecycle/log.ts'
import { readSecretFiles } from '../lifecycle/secret-files.ts'
import { migrateWhenUp } from './migrate-when-up.ts'
import type { Service } from './service.ts'
import { startService } from './start.ts'
import { watchEventLoop } from './watchdog.ts'

const STOP_TIMEOUT_MS = 10_000

/** The main program of a service: reads the environment, migrates the database, starts, and stops gracefully on SIGTERM or
 * SIGINT. */
export function runService<Env extends BaseEnv, Own>(service: Service<Env, Own>): Promise<void> {
  return runProcess(service.name, async () => {
    const env = readEnv(service.env, process.env)
    const log = openLog(service.name, env.LOG_LEVEL)
    await migrateWhenUp(directUrlOf(env), service.migrations, log)
    return startService(service, env, log)
  })
}

interface Stoppable {
  stop(): Promise<void>
  /** Milliseconds that `stop` continues to serve before it closes anything; added to the stop time-out. */
  stopDelayMs?: number
}

/** Runs `start` as the main program of this process. A failed start prints one sentence and exits with code
 * 1. */
export async function runProcess(name: string, start: () => Promise<Stoppable>): Promise<void> {
  const log = openLog(name, process.env.LOG_LEVEL ?? 'info')
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  try {
    readSecretFiles(process.env)
    watchEventLoop(name, readEnv(watchdogEnv, process.env).EVENT_LOOP_LIMIT_SECONDS, log)
    // Before `start`, which opens the log: its lines name their trace.
    const stopTracing = await startTracing(name, readEnv(tracingEnv, process.env), log)
    const running = await start()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => stop(running, stopTracing, log))
    }
  } catch (error) {
    process.stderr.write(`${name} could not start. ${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
    setTimeout(() => process.exit(1), 500).unref()
  }
}

async function stop(
  running: Stoppable,
  stopTracing: () => Promise<void>,
  log: ReturnType<typeof openLog>,
): Promise<void> {
  const deadline = setTimeout(
    () => {
      log.warn('stop timed out; exiting')
      process.exit(1)
    },
    STOP_TIMEOUT_MS + (running.stopDelayMs ?? 0),
  )
  await running.stop().catch((error) => log.error({ err: error }, 'stop failed'))
  await stopTracing()
  clearTimeout(deadline)
  process.exit(0)
}
