import pg from 'pg'
import { type Sql, sqlOn, type Tx } from './sql.ts'

/** One service's database: a pool whose connections may die without taking the process along. */
export interface Db {
  readonly sql: Sql
  /** The URL it was opened with, for what needs a connection of its own (the relay's leader lock). */
  readonly url: string
  /** Runs `work` in one transaction: commits when it returns, rolls back when it throws. */
  tx<T>(work: (sql: Tx) => Promise<T>): Promise<T>
  /** Calls back after each commit that did `sql.notify(channel)`. Returns the way to stop. */
  listen(channel: string, callback: () => void): () => void
  /** How many connections of the pool are in use and idle right now, and how many callers wait for one. */
  load(): { inUse: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** Settings of `openDb`; times in milliseconds. */
export interface DbOptions {
  url: string
  poolSize?: number
  queryTimeoutMs?: number
}

const IDLE_IN_TRANSACTION_MS = 10_000

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Opens a pool. Every connection gets an error listener and every statement a time-out:
 * without them a killed backend throws uncaught and a cut line hangs for ever. */
export function openDb({ url, poolSize = 10, queryTimeoutMs = 5_000 }: DbOptions): Db {
  const pool = new pg.Pool({ ...connection(url, queryTimeoutMs), max: poolSize })
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  const listeners = new Map<string, Set<() => void>>()

  return {
    url,
    sql: sqlOn(pool),
    async tx(work) {
      const client = await pool.connect()
      const notified = new Set<string>()
      const sql = Object.assign(sqlOn(client), { notify: (channel: string) => void notified.add(channel) })
      let broken: Error | undefined
      try {
        await client.query('begin')
        const result = await work(sql as Tx)
        const { command } = await client.query('commit')
        // Postgres answers ROLLBACK when a statement had failed and `work` swallowed the error: nothing was kept.
        if (command !== 'COMMIT')
          throw new Error('the transaction was rolled back: an error in it was swallowed')
        for (const channel of notified) for (const callback of listeners.get(channel) ?? []) callback()
        return result
      } catch (error) {
        // A connection on which the rollback fails is thrown away, never handed to the next caller.
        await client.query('rollback').catch((failure: Error) => {
          broken = failure
        })
        throw error
      } finally {
        client.release(broken)
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

/** Opens one guarded connection outside the pool, for session-level locks. Throws when the server refuses. */
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
    // A process that is frozen or cut off inside a transaction must not keep its locks.
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    connectionTimeoutMillis: queryTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
}

function ignore(): void {}
