import { readFileSync } from 'node:fs'

// The unit of CPU times in /proc on every Linux.
const TICK_US = 10_000

/** User and system time in microseconds of a process with its threads and children, since they started; children that
 * have ended are included. */
export function cpuUs(pid: number): number {
  const ticks = withChildren(pid).map((one) => {
    const stat = readProc(`${one}/stat`)
    // The program's name before these fields may contain spaces and brackets. Then: utime, stime, cutime, cstime.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return sum(fields.slice(11, 15).map(Number))
  })
  return sum(ticks) * TICK_US
}

/** Resident memory in MB of a process and its children. */
export function rssMb(pid: number): number {
  const kb = withChildren(pid).map((one) =>
    Number(/VmRSS:\s+(\d+)/.exec(readProc(`${one}/status`))?.[1] ?? 0),
  )
  return sum(kb) / 1_024
}

function withChildren(pid: number): number[] {
  const children = readProc(`${pid}/task/${pid}/children`)
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

/** Empty for a process that has ended, such as a Postgres connection that was closed just now. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
