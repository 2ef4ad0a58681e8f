import type { Peers } from '@jobboard/service/http/peers'
import { openReplicas, type Replicas } from '@jobboard/service/http/replicas'
import type { PeerAddress } from '@jobboard/service/lifecycle/call'
import type { GatewayEnv, UpstreamName } from '../env.ts'
import { MAX_IN_FLIGHT_PER_KEY, openShares, type Shares } from './shares.ts'

/** The replicas of one service, shared by the keys that call it. */
export interface Upstream extends Replicas {
  /** Of each key. */
  readonly keyShares: Shares
  /** Of each owner of keys, for its large bodies: one at a time. */
  readonly largeBodies: Shares
  /** A replica did not respond: its address may have changed. */
  refresh(): void
  /** Attempts without a response, since the start. */
  failures: number
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
  const pool = { connections: CONNECTIONS, pipelining: 1, connectTimeoutMs, keepAliveTimeout: 4_000 }
  const shares = { keyShares: openShares(MAX_IN_FLIGHT_PER_KEY), largeBodies: openShares(1) }
  return { ...openReplicas(addresses, pool), ...shares, failures: 0, refresh }
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
