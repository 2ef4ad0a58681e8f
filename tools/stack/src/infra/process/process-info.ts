import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

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
export function commandLine(pid: number): string | undefined {
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
