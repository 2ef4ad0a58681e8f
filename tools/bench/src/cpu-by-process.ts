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
    const title = pid ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', '') : ''
    const service = /^postgres: (\w+) \1 /.exec(title)?.[1]
    if (!service) continue
    const us = cpuUs(Number(pid))
    ofBackends += us
    add(`${service}'s Postgres`, us)
  }
  add('Postgres itself', cpuUs(postgres) - ofBackends)
  return used
}
