import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './infra/log.ts'
import { logTail, type ProcessPlan, type RunningProcess, runProcess } from './infra/process/run-process.ts'
import type { Server } from './infra/process/run-server.ts'
import { type StopSteps, stopProcess } from './infra/process/stop-process.ts'

/** A process that is started again when it ends unexpectedly. */
export interface SupervisedProcess {
  name: string
  pid(): number
  /** Ends the process, so that another one can take its port, until `resume`. */
  pause(): Promise<void>
  /** Starts it again; from now on as `next`, if one is given. */
  resume(next?: ProcessPlan): void
  /** Resolves when the process has ended. */
  stop(): Promise<void>
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
// A process that ran this long is started again after the first pause.
const STABLE_AFTER_MS = 30_000
const stopSteps: StopSteps = [
  { signal: 'SIGTERM', waitMs: 12_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
]

/** Starts a process, and starts it again after each crash, with growing pauses. `log` reports each crash. */
export function superviseProcess(name: string, first: ProcessPlan, log: Log): SupervisedProcess {
  let plan = first
  let stopping = false
  let paused: PromiseWithResolvers<void> | undefined
  let child: RunningProcess = runProcess(plan)

  async function watch(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    for (;;) {
      const started = performance.now()
      await child.exited
      if (stopping) return
      if (performance.now() - started > STABLE_AFTER_MS) pauseMs = FIRST_PAUSE_MS
      if (!paused) {
        log(
          `${name} ended unexpectedly and is started again. The end of its log:\n${logTail(plan.logFile, 3)}`,
        )
        await sleep(pauseMs)
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      }
      await paused?.promise
      if (stopping) return
      child = runProcess({ ...plan, appendLog: true })
    }
  }

  const end = async () => {
    if (!child.hasExited()) await stopProcess(child.pid, stopSteps)
    await child.exited
  }
  const resume = (next = plan) => {
    plan = next
    paused?.resolve()
    paused = undefined
  }
  const watching = watch()
  return {
    name,
    pid: () => child.pid,
    async pause() {
      paused ??= Promise.withResolvers()
      await end()
      // The watch has seen it too: a `resume` that follows starts it at once.
      await child.exited
    },
    resume,
    async stop() {
      stopping = true
      resume()
      await end()
      await watching
    },
  }
}

/** Starts a server, and starts it again on the same port after each crash. `log` reports each crash, and a start that fails. */
export async function superviseServer<S extends Server>(
  name: string,
  start: (port?: number) => Promise<S>,
  log: Log,
) {
  const first = await start()
  let current = first
  let stopping = false

  async function watch(): Promise<void> {
    while (current.exited && !stopping) {
      await current.exited
      if (stopping) return
      log(`${name} ended unexpectedly and is started again.`)
      // Releases the claim on its data folder.
      await current.stop()
      current = await start(first.port)
    }
  }

  const watching = watch().catch((error: Error) => log(`${name} cannot be started again: ${error.message}`))
  return {
    /** The first start; its address stays valid. */
    first,
    pid: () => current.pid,
    async stop(): Promise<void> {
      stopping = true
      await current.stop()
      await watching
    },
  }
}
