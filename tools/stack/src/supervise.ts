import { setTimeout as sleep } from 'node:timers/promises'
import { logTail, type ProcessPlan, type RunningProcess, runProcess } from './infra/run-process.ts'
import { stopProcess } from './infra/stop-process.ts'

/** A process that is started again whenever it ends without being asked to. */
export interface Supervised {
  name: string
  pid(): number
  /** The process is gone when this resolves. */
  stop(): Promise<void>
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
const STEADY_AFTER_MS = 30_000
const ladder = [
  { signal: 'SIGTERM' as const, waitMs: 12_000 },
  { signal: 'SIGKILL' as const, waitMs: 5_000 },
]

/** Starts a process and keeps it running, with growing pauses while it keeps ending. `say` tells each crash. */
export function supervise(name: string, plan: ProcessPlan, say: (line: string) => void): Supervised {
  let stopping = false
  let child: RunningProcess = runProcess(plan)

  async function watch(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    for (;;) {
      const started = performance.now()
      await child.exited
      if (stopping) return
      if (performance.now() - started > STEADY_AFTER_MS) pauseMs = FIRST_PAUSE_MS
      say(`${name} ended unexpectedly; starting it again. Its last words:\n${logTail(plan.logFile, 3)}`)
      await sleep(pauseMs)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      if (stopping) return
      child = runProcess({ ...plan, appendLog: true })
    }
  }

  const watching = watch()
  return {
    name,
    pid: () => child.pid,
    async stop() {
      stopping = true
      if (!child.hasExited()) await stopProcess(child.pid, ladder)
      await watching
    },
  }
}
