import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** True while the process runs; a zombie that nobody reaps (containers without an init) counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM' && !isZombie(pid)
  }
  return !isZombie(pid)
}

/** What tells this process from a later one with the same pid, even after a reboot. */
export function startMark(pid: number): string | undefined {
  const fields = statFields(pid)
  if (fields) return `${readText('/proc/sys/kernel/random/boot_id')?.trim()} ${fields[19]}`
  return hasProc() ? undefined : ps(pid, 'lstart=')
}

/** The command line of a process, its arguments divided by spaces; nothing when there is no such process. */
export function commandLine(pid: number): string | undefined {
  if (hasProc()) return readText(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') || undefined
  return ps(pid, 'command=')
}

function isZombie(pid: number): boolean {
  return /^[ZX]/.test(statFields(pid)?.[0] ?? '')
}

/** Fields of /proc/<pid>/stat from the state on: the name before it may hold spaces and brackets. */
function statFields(pid: number): string[] | undefined {
  const stat = readText(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function hasProc(): boolean {
  return existsSync('/proc/self/stat')
}

function ps(pid: number, column: string): string | undefined {
  return (
    spawnSync('ps', ['-ww', '-p', String(pid), '-o', column], { encoding: 'utf8' }).stdout?.trim() ||
    undefined
  )
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
