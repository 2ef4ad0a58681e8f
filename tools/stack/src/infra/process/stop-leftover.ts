import { readFileSync, rmSync } from 'node:fs'
import type { Log } from '../log.ts'
import { commandLine, isAlive } from './process-info.ts'
import { type StopSteps, stopProcess } from './stop-process.ts'

export type Leftover = {
  name: string
  pidFile: string
  /** All of these are in the command line of the server that wrote the pid file. */
  marks: string[]
  stopSteps: StopSteps
  log: Log
}

/** Stops the server that an earlier, killed start left running. A process that only has the same pid is not touched. */
export async function stopLeftover({ name, pidFile, marks, stopSteps, log }: Leftover): Promise<void> {
  const pid = readPid(pidFile)
  if (pid === undefined) return
  const line = isAlive(pid) ? commandLine(pid) : undefined
  if (line !== undefined && marks.every((mark) => line.includes(mark))) {
    log(`Stopping ${name}, which an earlier start left running (process ${pid})…`)
    await stopProcess(pid, stopSteps)
  }
  rmSync(pidFile, { force: true })
}

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
    return pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}
