import { readFileSync, rmSync } from 'node:fs'
import { commandLine, isAlive } from './process-facts.ts'
import { type StopLadder, stopProcess } from './stop-process.ts'

export type Leftover = {
  name: string
  pidFile: string
  /** Every one of these stands in the command line of the server that wrote the pid file. */
  marks: string[]
  ladder: StopLadder
  log: (line: string) => void
}

/** Stops the server that an earlier, killed start left running; does nothing to a stranger that got the same pid. */
export async function stopLeftover({ name, pidFile, marks, ladder, log }: Leftover): Promise<void> {
  const pid = writtenPid(pidFile)
  if (pid === undefined) return
  const line = isAlive(pid) ? commandLine(pid) : undefined
  if (line !== undefined && marks.every((mark) => line.includes(mark))) {
    log(`Stopping ${name} left behind by an earlier start (process ${pid})…`)
    await stopProcess(pid, ladder)
  }
  rmSync(pidFile, { force: true })
}

function writtenPid(pidFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
    return pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}
