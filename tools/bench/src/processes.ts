import { readFileSync } from 'node:fs'
import type { Stack } from '@jobboard/stack/stack'
import { sum } from './figures.ts'

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

/** CPU time by process in milliseconds since it started. The connections of a service to Postgres are one entry,
 * `candidate's Postgres`; what Postgres uses beside them, and connections that have ended, are `Postgres itself`. */
export function cpuByProcess({ services, servers }: Stack): Map<string, number> {
  const used = new Map<string, number>()
  const add = (name: string, us: number) => used.set(name, (used.get(name) ?? 0) + us / 1_000)
  for (const { name, pid } of services) add(name, cpuUs(pid()))
  const nats = servers.nats()
  if (nats) add('NATS', cpuUs(nats))
  const postgres = servers.postgres()
  if (!postgres) return used
  let ofBackends = 0
  for (const pid of withChildren(postgres).slice(1)) {
    const title = readProc(`${pid}/cmdline`).replaceAll('\0', '')
    const service = /^postgres: (\w+) \1 /.exec(title)?.[1]
    if (!service) continue
    const us = cpuUs(pid)
    ofBackends += us
    add(`${service}'s Postgres`, us)
  }
  add('Postgres itself', cpuUs(postgres) - ofBackends)
  return used
}

/** Milliseconds that each process used since `before`. */
export function cpuSince(stack: Stack, before: Map<string, number>): Map<string, number> {
  return new Map([...cpuByProcess(stack)].map(([name, ms]) => [name, ms - (before.get(name) ?? 0)]))
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
