import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { natsUser } from '@jobboard/stack/infra/nats/launch'
import type { ProcessPlan } from '@jobboard/stack/infra/process/run-process'
import type { Machine } from './network.ts'

/** A nats-server of the cluster: its machine and its three ports. */
export interface NatsNode {
  name: string
  machine: Machine
  port: number
  routePort: number
  monitorPort: number
  /** Folder of its configuration; the store is `jetstream` in it. */
  dir: string
}

const MAX_STORE_BYTES = 4 * 1024 ** 3

/** `NATS_URL` of the services: all servers, so that a client finds a living one. */
export function natsUrl(nodes: readonly NatsNode[], password: string): string {
  return nodes
    .map(({ machine, port }) => `nats://${natsUser}:${password}@${machine.address}:${port}`)
    .join(',')
}

/** How one server of the cluster runs. Writes its configuration. */
export function natsPlan(
  node: NatsNode,
  nodes: readonly NatsNode[],
  file: string,
  password: string,
): ProcessPlan {
  const { name, machine, port, routePort, monitorPort, dir } = node
  const store = join(dir, 'jetstream')
  mkdirSync(store, { recursive: true, mode: 0o700 })
  const route = (other: NatsNode) => `nats://route:${password}@${other.machine.address}:${other.routePort}`
  const config = {
    server_name: name,
    // A stream can be placed on this server by its name.
    server_tags: [name],
    listen: `${machine.address}:${port}`,
    http: `${machine.address}:${monitorPort}`,
    jetstream: { store_dir: store, max_file_store: MAX_STORE_BYTES },
    authorization: { user: natsUser, password },
    // A server that is cut off is noticed by its clients and the others within seconds, not two minutes.
    ping_interval: '2s',
    ping_max: 2,
    write_deadline: '5s',
    cluster: {
      name: 'jobboard',
      listen: `${machine.address}:${routePort}`,
      authorization: { user: 'route', password },
      routes: nodes.filter((other) => other !== node).map(route),
    },
  }
  const conf = join(dir, 'nats.conf')
  // JSON is a subset of the format of nats-server.
  writeFileSync(conf, JSON.stringify(config, null, 2), { mode: 0o600 })
  return { command: file, args: ['-c', conf], env: {}, logFile: join(dir, 'nats.log') }
}
