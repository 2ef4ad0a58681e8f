import { Pool } from 'undici'

/** The replicas of one service. */
export interface Upstream {
  /** The next replica in turn; one that was down a moment ago only when all are. */
  next(): Replica
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
const CONNECTIONS = 128
/** A replica that has this many in hand is too slow to be given more: the next caller is told at once. */
export const MAX_IN_FLIGHT = 512
const DOWN_MS = 1_000

/** Opens pools of connections to these base URLs, used in turn. */
export function openUpstream(urls: readonly string[]): Upstream {
  const replicas = urls.map((url) => {
    const pool = new Pool(new URL(url).origin, {
      connections: CONNECTIONS,
      pipelining: 1,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      keepAliveTimeout: 4_000,
    })
    return { pool, downUntilMs: 0, inFlight: 0 }
  })
  let turn = 0
  return {
    failures: 0,
    inFlight: () => replicas.reduce((sum, replica) => sum + replica.inFlight, 0),
    next() {
      for (let tried = 0; tried < replicas.length; tried++) {
        const replica = replicas[turn++ % replicas.length]!
        if (replica.downUntilMs < performance.now()) return replica
      }
      return replicas[turn++ % replicas.length]!
    },
    close: async () => void (await Promise.all(replicas.map(({ pool }) => pool.close()))),
    destroy: async () => void (await Promise.all(replicas.map(({ pool }) => pool.destroy()))),
  }
}

/** Leaves a replica out for a moment: the connection to it could not be made. */
export function markDown(replica: Replica): void {
  replica.downUntilMs = performance.now() + DOWN_MS
}
