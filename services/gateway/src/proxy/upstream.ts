import type { ServerResponse } from 'node:http'
import type { Peers } from '@jobboard/service/http/peers'
import { openReplicas, type Replicas } from '@jobboard/service/http/replicas'
import type { PeerAddress } from '@jobboard/service/lifecycle/call'
import type { GatewayEnv, UpstreamName } from '../env.ts'

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

/** Requests of one key that a service is sent at a time; further ones of the key wait. */
export const MAX_IN_FLIGHT_PER_KEY = 32

/** Limits how many requests to a service each holder, a key or an owner of keys, has in flight. */
export interface Shares {
  /** True when the request may be sent now: call `release` when its response is received or given up. */
  take(holder: string): boolean
  /** Waits until a request of the holder is released; false when none was in time or the client has gone. */
  wait(holder: string, response: ServerResponse, waitMs: number, bytes?: number): Promise<boolean>
  /** Bytes of the requests of the holder that wait. */
  waitingBytes(holder: string): number
  release(holder: string): void
}

interface Share {
  inFlight: number
  waitingBytes: number
  /** Requests that wait, the oldest first; from the first one on. */
  waiting: Set<() => void> | undefined
}

/** Shares of one service: who uses a share up does not delay the others. */
export function openShares(max: number): Shares {
  const shares = new Map<string, Share>()

  return {
    take(holder) {
      const share = shares.get(holder)
      if (!share) shares.set(holder, { inFlight: 1, waitingBytes: 0, waiting: undefined })
      else if (share.inFlight >= max) return false
      else share.inFlight++
      return true
    },
    wait(holder, response, waitMs, bytes = 0) {
      const share = shares.get(holder)!
      share.waitingBytes += bytes
      share.waiting ??= new Set()
      const { waiting } = share
      return new Promise((resolve) => {
        const settle = (isFree: boolean) => {
          waiting.delete(take)
          share.waitingBytes -= bytes
          clearTimeout(timer)
          response.off('close', giveUp)
          resolve(isFree)
        }
        const take = () => settle(true)
        const giveUp = () => settle(false)
        const timer = setTimeout(giveUp, waitMs)
        response.once('close', giveUp)
        waiting.add(take)
      })
    },
    waitingBytes: (holder) => shares.get(holder)?.waitingBytes ?? 0,
    release(holder) {
      const share = shares.get(holder)!
      const next = share.waiting?.values().next().value
      if (next) return next()
      if (--share.inFlight === 0) shares.delete(holder)
    },
  }
}
