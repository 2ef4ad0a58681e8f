import { readFileSync } from 'node:fs'
import type { Stack } from '@jobboard/stack/stack'
import { cpuUs } from './proxy/process-usage.ts'

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
  for (const pid of readFileSync(`/proc/${postgres}/task/${postgres}/children`, 'utf8').split(' ')) {
    const backend = pid ? readBackend(Number(pid)) : undefined
    if (!backend) continue
    ofBackends += backend.us
    add(`${backend.service}'s Postgres`, backend.us)
  }
  add('Postgres itself', cpuUs(postgres) - ofBackends)
  return used
}

/** The service that a process of Postgres works for, and its CPU time; undefined for another process, and when it has ended
 * meanwhile. */
function readBackend(pid: number): { service: string; us: number } | undefined {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', '')
    const service = /^postgres: (\w+) \1 /.exec(title)?.[1]
    return service === undefined ? undefined : { service, us: cpuUs(pid) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
