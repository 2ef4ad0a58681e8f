import pg from 'pg'
import { type Sql, sqlOn, type Tx } from './sql.ts'

/** One service's database. A lost connection fails its statement, never the process. */
export interface Db {
  readonly sql: Sql
  /** Connects past a transaction pooler, for what belongs to a session: leader locks and migrations. */
  readonly directUrl: string
  /** Runs `work` in one transaction: commits when it returns, rolls back when it throws. */
  tx<T>(work: (sql: Tx) => Promise<T>): Promise<T>
  /** Calls back after each commit in this process that called `sql.notify(channel)`. Returns an unsubscribe
   * function. */
  listen(channel: string, callback: () => void): () => void
  /** Connections of the pool in use and idle, and callers waiting for one, at this moment. */
  load(): { inUse: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** Settings of `openDb`; times in milliseconds. */
export interface DbOptions {
  url: string
  /** `url` by default. */
  directUrl?: string
  poolSize?: number
  queryTimeoutMs?: number
}

const IDLE_IN_TRANSACTION_MS = 10_000

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Opens a pool. Every connection has an error listener, or a killed backend would raise an uncaught error;
 * every statement has a time-out, or a dropped connection would hang for ever. */
export function openDb({ url, directUrl = url, poolSize = 10, queryTimeoutMs = 5_000 }: DbOptions): Db {
  const pool = new pg.Pool({ ...connection(url, queryTimeoutMs), max: poolSize })
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  const listeners = new Map<string, Set<() => void>>()

  return {
    directUrl,
    sql: sqlOn(pool),
    async tx(work) {
      const client = await pool.connect()
      const notified = new Set<string>()
      const sql = Object.assign(sqlOn(client), { notify: (channel: string) => void notified.add(channel) })
      let rollbackError: Error | undefined
      try {
        await client.query('begin')
        const result = await work(sql as Tx)
        const { command } = await client.query('commit')
        // Postgres rolls back instead of committing when a statement failed and `work` caught the error.
        if (command !== 'COMMIT') {
          throw new Error('transaction rolled back: the error of a statement in it was caught and ignored')
        }
        for (const channel of notified) for (const callback of listeners.get(channel) ?? []) callback()
        return result
      } catch (error) {
        // A connection whose rollback fails is removed from the pool by `release`.
        await client.query('rollback').catch((failure: Error) => {
          rollbackError = failure
        })
        throw error
      } finally {
        client.release(rollbackError)
      }
    },
    listen(channel, callback) {
      const callbacks = listeners.get(channel) ?? new Set()
      listeners.set(channel, callbacks.add(callback))
      return () => void callbacks.delete(callback)
    },
    load() {
      const { totalCount, idleCount, waitingCount } = pool
      return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
    },
    close: () => pool.end(),
  }
}

/** Opens one connection outside the pool, with the same settings, for session-level locks. Throws when it
 * cannot connect. */
export async function openConnection(url: string, queryTimeoutMs = 5_000): Promise<pg.Client> {
  const client = new pg.Client({ ...connection(url, queryTimeoutMs) })
  client.on('error', ignore)
  await client.connect()
  return client
}

function connection(url: string, queryTimeoutMs: number): pg.ClientConfig {
  return {
    connectionString: url,
    query_timeout: queryTimeoutMs,
    // Frees the locks of a process that is paused or disconnected inside a transaction.
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    connectionTimeoutMillis: queryTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
}

function ignore(): void {}
