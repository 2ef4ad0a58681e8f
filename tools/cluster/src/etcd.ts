import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessPlan } from '@jobboard/stack/infra/process/run-process'
import type { Machine } from './network.ts'

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
