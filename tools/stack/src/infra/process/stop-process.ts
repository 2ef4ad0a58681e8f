import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'

/** Signals in the order in which they are sent, each with the time that the process has to end. */
export type StopSteps = { signal: NodeJS.Signals; waitMs: number }[]

/** Resolves when the process, a child or not, has ended. Throws when it survives the last signal. */
export async function stopProcess(pid: number, steps: StopSteps): Promise<void> {
  for (const { signal, waitMs } of steps) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
      throw new Error(`Process ${pid} belongs to another user: stop it as that user`)
    }
    const deadline = performance.now() + waitMs
    while (performance.now() < deadline) {
      if (!isAlive(pid)) return
      await sleep(10)
    }
  }
  throw new Error(`Process ${pid} does not end, not even after ${steps.at(-1)?.signal}`)
}

/** True while the process runs. A zombie counts as ended: in a container without an init nobody reaps it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM' && !isZombie(pid)
  }
  return !isZombie(pid)
}

/** When the process started. Distinguishes it from a later process with the same pid, also after a reboot. */
export function startMark(pid: number): string | undefined {
  const fields = statFields(pid)
  if (fields) return `${readText('/proc/sys/kernel/random/boot_id')?.trim()} ${fields[19]}`
  return hasProc() ? undefined : ps(pid, 'lstart=')
}

/** The command line of a process, its arguments separated by spaces; undefined when there is no such process. */
function commandLine(pid: number): string | undefined {
  if (hasProc()) return readText(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') || undefined
  return ps(pid, 'command=')
}

function isZombie(pid: number): boolean {
  return /^[ZX]/.test(statFields(pid)?.[0] ?? '')
}

/** The fields of /proc/<pid>/stat after the program's name, which may contain spaces and brackets. */
function statFields(pid: number): string[] | undefined {
  const stat = readText(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function hasProc(): boolean {
  return existsSync('/proc/self/stat')
}

function ps(pid: number, column: string): string | undefined {
  const { stdout } = spawnSync('ps', ['-ww', '-p', String(pid), '-o', column], { encoding: 'utf8' })
  return stdout?.trim() || undefined
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

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
