import { peerUrls } from '@jobboard/service/http/call'
import { Pool } from 'undici'
import type { GatewayEnv, UpstreamName } from '../env.ts'
import { Ejection } from './ejection.ts'
import { type KeyShares, openKeyShares } from './key-shares.ts'

/** The replicas of one service. */
export interface Upstream {
  readonly keyShares: KeyShares
  /** The least-loaded healthy replica, round-robin on ties. An ejected replica is chosen only when all are,
   * and `failed`, which failed this very request, only when there is no other. */
  next(failed?: Replica): Replica
  /** There is a healthy replica besides this one. */
  hasHealthyOther(replica: Replica): boolean
  /** The readiness check of the replica at this base URL, sent at that time, failed. */
  reportFailure(url: string, sentAtMs: number): void
  /** Attempts without a response, since the start. */
  failures: number
  /** Requests in flight, over all replicas. */
  inFlight(): number
  close(): Promise<void>
  destroy(): Promise<void>
}

export interface Replica {
  readonly url: string
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

/** Opens a connection pool for each base URL. */
export function openUpstream(urls: readonly string[], connectTimeoutMs = CONNECT_TIMEOUT_MS): Upstream {
  const replicas = urls.map((url): Replica => {
    const pool = new Pool(new URL(url).origin, {
      connections: CONNECTIONS,
      pipelining: 1,
      connect: { timeout: connectTimeoutMs },
      keepAliveTimeout: 4_000,
    })
    return { url, pool, ejection: new Ejection(), inFlight: 0 }
  })
  let roundRobin = 0
  return {
    keyShares: openKeyShares(),
    failures: 0,
    inFlight: () => replicas.reduce((sum, replica) => sum + replica.inFlight, 0),
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
    reportFailure(url, sentAtMs) {
      for (const replica of replicas) {
        if (replica.url === url) replica.ejection.failed(sentAtMs, performance.now())
      }
    },
    close: async () => void (await Promise.all(replicas.map(({ pool }) => pool.close()))),
    destroy: async () => void (await Promise.all(replicas.map(({ pool }) => pool.destroy()))),
  }
}

/** Opens the pools of every service of `SERVICES`. */
export function openUpstreams(env: GatewayEnv): Partial<Record<UpstreamName, Upstream>> {
  const urls = peerUrls(env)
  const { SERVICES, UPSTREAM_CONNECT_TIMEOUT_MS: connectTimeoutMs } = env
  return Object.fromEntries(SERVICES.map((name) => [name, openUpstream(urls[name], connectTimeoutMs)]))
}
