import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { natsUser } from '@jobboard/stack/infra/nats'
import type { ProcessPlan } from '@jobboard/stack/infra/process/run-process'
import type { Settings } from '@jobboard/stack/settings'
import type { Machine, Network } from './machines.ts'
import type { PostgresNode } from './patroni.ts'

/** The servers of a cluster, on machines and ports. */
export interface Nodes {
  nats: NatsNode[]
  etcd: EtcdNode[]
  postgres: PostgresNode[]
  /** Of the proxy, leads to the primary. */
  databasePort: number
}

/** Far from those of services. The servers keep each other's ports, so that they stay the same with each start. */
const FIRST_PORT_AFTER = 2_000

/** Places the servers. Ports follow from the port of the stack: two clusters with other ports do not meet. */
export function planNodes({ port, dataDir }: Settings, network: Network): Nodes {
  let last = port + FIRST_PORT_AFTER
  const next = () => ++last
  const nodes = <T>(kind: string, count: number, plan: (name: string) => T): T[] =>
    Array.from({ length: count }, (_, i) => plan(`${kind}-${i + 1}`))
  return {
    nats: nodes('nats', 3, (name) => ({
      ...{ name, machine: network.add(name), dir: join(dataDir, name) },
      ...{ port: next(), routePort: next(), monitorPort: next() },
    })),
    etcd: nodes('etcd', 3, (name) => ({
      ...{ name, machine: network.add(name) },
      ...{ port: next(), peerPort: next() },
    })),
    postgres: nodes('postgres', 2, (name) => ({
      ...{ name, machine: network.add(name), dir: join(dataDir, name) },
      ...{ port: next(), restPort: next() },
    })),
    databasePort: next(),
  }
}

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

/** A member of etcd, in which Patroni keeps who is the primary. */
export interface EtcdNode {
  name: string
  machine: Machine
  port: number
  peerPort: number
}

// Twice the defaults: the machine may be busy.
const HEARTBEAT_MS = 200
const ELECTION_MS = 2_000

/** How one member runs, with its data in `dir`. */
export function etcdPlan(node: EtcdNode, nodes: readonly EtcdNode[], file: string, dir: string): ProcessPlan {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const client = clientUrl(node)
  const flags = {
    name: node.name,
    'data-dir': join(dir, 'data'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peerUrl(node),
    'initial-advertise-peer-urls': peerUrl(node),
    'initial-cluster': nodes.map((other) => `${other.name}=${peerUrl(other)}`).join(','),
    'initial-cluster-state': 'new',
    'heartbeat-interval': HEARTBEAT_MS,
    'election-timeout': ELECTION_MS,
    'auto-compaction-retention': '1h',
  }
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)])
  return { command: file, args, env: {}, logFile: join(dir, 'etcd.log') }
}

/** `host:port` of a member for its clients. */
export const clientAddress = ({ machine, port }: EtcdNode): string => `${machine.address}:${port}`

const clientUrl = (node: EtcdNode) => `http://${clientAddress(node)}`
const peerUrl = ({ machine, peerPort }: EtcdNode) => `http://${machine.address}:${peerPort}`
