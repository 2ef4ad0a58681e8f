import { readFileSync } from 'node:fs'

// What /proc counts time in, on every Linux.
const TICK_US = 10_000

/** User and system time so far in microseconds, of a process with its threads and children. */
export function cpuUs(pid: number): number {
  const ticks = family(pid).map((one) => {
    const stat = readFileSync(`/proc/${one}/stat`, 'utf8')
    // The name before the fields may hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return sum(ticks) * TICK_US
}

/** Resident memory in MB, of a process and its children. */
export function rssMb(pid: number): number {
  const kb = family(pid).map((one) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1]),
  )
  return sum(kb) / 1_024
}

function family(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
