import { join } from 'node:path'
import type { Settings } from '@jobboard/stack/settings'
import type { EtcdNode } from './etcd.ts'
import type { NatsNode } from './nats.ts'
import type { Network } from './network.ts'
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
