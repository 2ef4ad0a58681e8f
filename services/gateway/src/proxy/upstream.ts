import { Ejection } from '@jobboard/service/http/ejection'
import { openPool } from '@jobboard/service/http/peer-pools'
import type { PeerAddress, Peers } from '@jobboard/service/http/peers'
import type { Pool } from 'undici'
import type { GatewayEnv, UpstreamName } from '../env.ts'
import { type KeyShares, openKeyShares } from './key-shares.ts'

/** The replicas of one service. */
export interface Upstream {
  readonly keyShares: KeyShares
  /** The least-loaded healthy replica, round-robin on ties. An ejected replica is chosen only when all are,
   * and `failed`, which failed this very request, only when there is no other. */
  next(failed?: Replica): Replica
  /** There is a healthy replica besides this one. */
  hasHealthyOther(replica: Replica): boolean
  /** The readiness check of the replica at this address, sent at that time, failed. */
  reportFailure(address: PeerAddress, sentAtMs: number): void
  /** Uses the replicas at these addresses from now on. The others finish what is in flight (P-223). */
  setAddresses(addresses: readonly PeerAddress[]): void
  /** A replica did not respond: its address may have changed. */
  refresh(): void
  /** Attempts without a response, since the start. */
  failures: number
  /** Requests in flight, over all replicas. */
  inFlight(): number
  /** Replicas in use. */
  size(): number
  close(): Promise<void>
  destroy(): Promise<void>
}

export interface Replica {
  readonly address: PeerAddress
  readonly pool: Pool
  readonly ejection: Ejection
  /** Requests that wait for a connection or whose response is not received completely. */
  inFlight: number
}

const CONNECT_TIMEOUT_MS = 1_000
/** Requests that one replica is sent at a time; further ones wait for a connection. */
export const CONNECTIONS = 128
/** A replica with this many requests in flight gets no more: the next one is 503 at once. */
export const MAX_IN_FLIGHT = 512

/** Opens a connection pool for each address. */
export function openUpstream(
  addresses: readonly PeerAddress[],
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
  refresh: () => void = () => {},
): Upstream {
  const open = (address: PeerAddress): Replica => {
    const pool = openPool(address, {
      connections: CONNECTIONS,
      pipelining: 1,
      connectTimeoutMs,
      keepAliveTimeout: 4_000,
    })
    return { address, pool, ejection: new Ejection(), inFlight: 0 }
  }
  let replicas = addresses.map(open)
  /** Replicas that left, while they have requests in flight. */
  const leaving = new Set<Replica>()
  const all = () => [...replicas, ...leaving]
  let roundRobin = 0
  return {
    keyShares: openKeyShares(),
    failures: 0,
    inFlight: () => all().reduce((sum, replica) => sum + replica.inFlight, 0),
    size: () => replicas.length,
    next(failed) {
      let best = replicas[roundRobin++ % replicas.length]!
      if (replicas.length === 1) return best
      const nowMs = performance.now()
      const rank = (replica: Replica) => (replica === failed ? 2 : Number(replica.ejection.isEjected(nowMs)))
      for (let offset = 0; offset < replicas.length - 1; offset++) {
        const other = replicas[(roundRobin + offset) % replicas.length]!
        if ((rank(other) - rank(best) || other.inFlight - best.inFlight) < 0) best = other
      }
      best.ejection.chosen(nowMs)
      return best
    },
    hasHealthyOther(replica) {
      const nowMs = performance.now()
      return replicas.some((other) => other !== replica && !other.ejection.isEjected(nowMs))
    },
    reportFailure(address, sentAtMs) {
      for (const replica of replicas) {
        if (replica.address === address) replica.ejection.failed(sentAtMs, performance.now())
      }
    },
    setAddresses(current) {
      const before = replicas
      replicas = current.map((address) => before.find((one) => one.address === address) ?? open(address))
      for (const replica of before.filter((one) => !replicas.includes(one))) {
        leaving.add(replica)
        // Requests that fail report it to their clients.
        const closing = replica.pool.close().catch(() => {})
        void closing.then(() => leaving.delete(replica))
      }
    },
    refresh,
    close: async () => void (await Promise.all(all().map(({ pool }) => pool.close()))),
    destroy: async () => void (await Promise.all(all().map(({ pool }) => pool.destroy()))),
  }
}

/** Opens the pools of every service of `SERVICES`; they follow the addresses of `peers`. */
export function openUpstreams(env: GatewayEnv, peers: Peers): Partial<Record<UpstreamName, Upstream>> {
  const { SERVICES, UPSTREAM_CONNECT_TIMEOUT_MS: connectTimeoutMs } = env
  const upstreams: Partial<Record<UpstreamName, Upstream>> = {}
  for (const name of SERVICES) {
    upstreams[name] = openUpstream(peers.addressesOf(name), connectTimeoutMs, peers.refresh)
  }
  peers.onChange((name) => upstreams[name]?.setAddresses(peers.addressesOf(name)))
  return upstreams
}
