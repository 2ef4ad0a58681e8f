import { Pool } from 'undici'

/** The replicas of one service. */
export interface Upstream {
  /** The least-loaded healthy replica, round-robin on ties. A replica that was down a moment ago is chosen only when all
   * are, and `failed`, which failed this very request, only when there is no other. */
  next(failed?: Replica): Replica
  /** Attempts without a response, since the start. */
  failures: number
  /** Requests in flight, over all replicas. */
  inFlight(): number
  close(): Promise<void>
  destroy(): Promise<void>
}

export interface Replica {
  pool: Pool
  downUntilMs: number
  /** Requests that wait for a connection or whose response is not complete. */
  inFlight: number
}

const CONNECT_TIMEOUT_MS = 1_000
/** Requests that one replica is sent at a time; further ones wait for a connection. */
export const CONNECTIONS = 128
/** A replica with this many requests in flight gets no more: the next one is 503 at once. */
export const MAX_IN_FLIGHT = 512
const DOWN_MS = 1_000

/** Opens a connection pool for each base URL. */
export function openUpstream(urls: readonly string[], connectTimeoutMs = CONNECT_TIMEOUT_MS): Upstream {
  const replicas = urls.map((url): Replica => {
    const pool = new Pool(new URL(url).origin, {
      connections: CONNECTIONS,
      pipelining: 1,
      connect: { timeout: connectTimeoutMs },
      keepAliveTimeout: 4_000,
    })
    return { pool, downUntilMs: 0, inFlight: 0 }
  })
  let roundRobin = 0
  return {
    failures: 0,
    inFlight: () => replicas.reduce((sum, replica) => sum + replica.inFlight, 0),
    next(failed) {
      let best = replicas[roundRobin++ % replicas.length]!
      if (replicas.length === 1) return best
      const now = performance.now()
      const rank = (replica: Replica) => (replica === failed ? 2 : Number(replica.downUntilMs >= now))
      for (let offset = 0; offset < replicas.length - 1; offset++) {
        const other = replicas[(roundRobin + offset) % replicas.length]!
        if ((rank(other) - rank(best) || other.inFlight - best.inFlight) < 0) best = other
      }
      return best
    },
    close: async () => void (await Promise.all(replicas.map(({ pool }) => pool.close()))),
    destroy: async () => void (await Promise.all(replicas.map(({ pool }) => pool.destroy()))),
  }
}

/** A connection to the replica could not be made: it is avoided for a second. */
export function markDown(replica: Replica): void {
  replica.downUntilMs = performance.now() + DOWN_MS
}
