import { Pool } from 'undici'

/** The replicas of one service. */
export interface Upstream {
  /** Of those that are up the one with the least in hand, in turn when they are equal. One that was down a moment ago, or
   * `failed` this very request, only when there is no other. */
  next(failed?: Replica): Replica
  /** Tries that were not answered, since the start. */
  failures: number
  /** Requests in hand, over all replicas. */
  inFlight(): number
  close(): Promise<void>
  destroy(): Promise<void>
}

export interface Replica {
  pool: Pool
  downUntilMs: number
  /** Requests that wait for a connection or an answer. */
  inFlight: number
}

const CONNECT_TIMEOUT_MS = 1_000
/** Requests that a replica gets at the same time; more wait. */
export const CONNECTIONS = 128
/** A replica that has this many in hand is too slow to be given more: the next caller is told at once. */
export const MAX_IN_FLIGHT = 512
const DOWN_MS = 1_000

/** Opens pools of connections to these base URLs. */
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
  let turn = 0
  return {
    failures: 0,
    inFlight: () => replicas.reduce((sum, replica) => sum + replica.inFlight, 0),
    next(failed) {
      let best = replicas[turn++ % replicas.length]!
      if (replicas.length === 1) return best
      const now = performance.now()
      const rank = (replica: Replica) => (replica === failed ? 2 : Number(replica.downUntilMs >= now))
      for (let more = 0; more < replicas.length - 1; more++) {
        const other = replicas[(turn + more) % replicas.length]!
        if ((rank(other) - rank(best) || other.inFlight - best.inFlight) < 0) best = other
      }
      return best
    },
    close: async () => void (await Promise.all(replicas.map(({ pool }) => pool.close()))),
    destroy: async () => void (await Promise.all(replicas.map(({ pool }) => pool.destroy()))),
  }
}

/** Leaves a replica out for a moment: the connection to it could not be made. */
export function markDown(replica: Replica): void {
  replica.downUntilMs = performance.now() + DOWN_MS
}
