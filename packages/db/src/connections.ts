import { Socket } from 'node:net'
import pg from 'pg'
import { isReusableAfter, isStalePlan, rethrow } from './failure.ts'

const IDLE_IN_TRANSACTION_MS = 10_000
/** A connection of the pool that nobody uses for this long is closed. Opening one costs as much CPU time as a hundred
 * statements: the next burst shall find it. */
const IDLE_CONNECTION_MS = 60_000
const SERVER_SHARE_OF_TIMEOUT = 0.9
/** A packet that a network drops is not answered, and statements such as those of a migration may take minutes. */
const LONGEST_CONNECT_MS = 10_000

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A pool of connections that replaces each that has a stale plan: a statement prepared on it before a migration changed
 * the columns that it returns. */
export interface Pool {
  connect(): Promise<pg.PoolClient>
  /** Gives a connection back after `error`. Closes it when it cannot run other statements. */
  releaseAfter(error: unknown, client: pg.PoolClient, canBeReused?: boolean): void
  load(): { inUse: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** Opens a pool. Every connection has an error listener, or a killed backend would raise an uncaught error;
 * every statement has a time-out, or a dropped connection would hang for ever. */
export function openPool(url: string, poolSize: number, queryTimeoutMs: number): Pool {
  const pool = new pg.Pool({
    ...connectionConfig(url, queryTimeoutMs),
    max: poolSize,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
  })
  let current = new WeakSet<pg.PoolClient>()
  pool.on('error', ignore)
  pool.on('connect', (client) => {
    current.add(client)
    client.on('error', ignore)
  })

  return {
    async connect() {
      for (;;) {
        const client = await pool.connect().catch(rethrow)
        if (current.has(client)) return client
        client.release(true)
      }
    },
    releaseAfter(error, client, canBeReused = isReusableAfter(error)) {
      // The other connections prepared the same statements: none of those that are open now is used again.
      if (isStalePlan(error) && current.has(client)) current = new WeakSet()
      client.release(!canBeReused)
    },
    load() {
      const { totalCount, idleCount, waitingCount } = pool
      return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
    },
    close: () => pool.end(),
  }
}

/** Opens one connection outside the pool, with the same settings, for session-level locks. Throws when it
 * cannot connect, after 10 s at most. */
export async function openConnection(url: string, queryTimeoutMs = 5_000): Promise<pg.Client> {
  const connectionTimeoutMillis = Math.min(queryTimeoutMs, LONGEST_CONNECT_MS)
  const client = new pg.Client({ ...connectionConfig(url, queryTimeoutMs), connectionTimeoutMillis })
  client.on('error', ignore)
  await client.connect().catch(rethrow)
  return client
}

function connectionConfig(url: string, queryTimeoutMs: number): pg.ClientConfig {
  return {
    connectionString: url,
    // pg itself requires the module for each connection, which a test runner's hooks make slow.
    stream: () => new Socket(),
    query_timeout: queryTimeoutMs,
    // The server gives up before the client does: a client that closes its connection leaves the backend waiting
    // for a lock, and its replacement in the pool would wait beside it.
    statement_timeout: Math.floor(queryTimeoutMs * SERVER_SHARE_OF_TIMEOUT),
    // Frees the locks of a process that is paused or disconnected inside a transaction.
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    connectionTimeoutMillis: queryTimeoutMs,
    // Sends a statement without waiting for the result of the one before.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
}

function ignore(): void {}
