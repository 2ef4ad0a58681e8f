import pg from 'pg'
import { openPool } from './connections.ts'
import { ConnectionError, isFollowing, isReusableAfter, isStalePlan, rethrow } from './failure.ts'
import { type Sql, sqlOn, type Tx } from './sql.ts'

/** One service's database. A lost connection fails its statement, never the process. */
export interface Db {
  readonly sql: Sql
  /** Connects past a transaction pooler, for what belongs to a session: leader locks and migrations. */
  readonly directUrl: string
  /** Runs `work` in one transaction: commits when it returns, rolls back when it throws. */
  tx<T>(work: (sql: Tx) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction that is rolled back in any case. */
  tried<T>(work: (sql: Tx) => Promise<T>): Promise<T>
  /** Runs `work` on one snapshot of the database. A statement that writes or locks rows fails. */
  readTx<T>(work: (sql: Tx) => Promise<T>): Promise<T>
  /** Calls back after each commit in this process that called `sql.notify(channel)`; what `callback` throws
   * goes to `onListenerError`. Returns an unsubscribe function. */
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
  /** False behind PgBouncer before 1.21, which supports none. */
  preparedStatements?: boolean
  /** Receives what a callback of `listen` throws, after the commit. */
  onListenerError?(error: unknown): void
}

/** Opens a service's database. Nothing connects before the first statement. */
export function openDb({
  url,
  directUrl = url,
  poolSize = 10,
  queryTimeoutMs = 5_000,
  preparedStatements = true,
  onListenerError = ignore,
}: DbOptions): Db {
  const pool = openPool(url, poolSize, queryTimeoutMs)
  const listeners = new Map<string, Set<() => void>>()

  async function query(config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> {
    const client = await pool.connect()
    let result: pg.QueryArrayResult
    try {
      result = await client.query(config).catch(rethrow)
    } catch (error) {
      pool.releaseAfter(error, client)
      // It was not run. A new connection prepares it again.
      if (isStalePlan(error)) return query(config)
      throw error
    }
    client.release()
    return result
  }

  function callListeners(channels: Set<string>): void {
    for (const callback of [...channels].flatMap((channel) => [...(listeners.get(channel) ?? [])])) {
      try {
        callback()
      } catch (error) {
        onListenerError(error)
      }
    }
  }

  async function transaction<T>(
    begin: string,
    work: (sql: Tx) => Promise<T>,
    end: (client: pg.PoolClient) => Promise<void>,
  ): Promise<T> {
    const client = await pool.connect()
    const channels = new Set<string>()
    let cause: unknown
    const sql = Object.assign(
      sqlOn((config) => {
        sendTogether(client)
        const answered = client.query(config).catch(rethrow)
        answered.catch((error) => (cause ??= error))
        return answered
      }, preparedStatements),
      { notify: (channel: string) => void channels.add(channel) },
    )
    let result: T
    try {
      // Not awaited: it is sent in one go with the first statement. When it fails, the connection is lost or in a failed
      // transaction, and the statement fails too.
      sendTogether(client)
      const begun = client.query(begin).catch(rethrow)
      begun.catch(ignore)
      result = await work(sql as Tx)
      await begun
      await end(client)
    } catch (thrown) {
      const error = isFollowing(thrown) ? cause : thrown
      pool.releaseAfter(error, client, await rollback(client, error))
      throw error
    }
    callListeners(channels)
    return result
  }

  return {
    directUrl,
    sql: sqlOn(query, preparedStatements),
    tx: (work) => transaction('begin', work, commit),
    tried: (work) => transaction('begin', withoutNotify(work), rollBack),
    readTx: (work) => transaction('begin isolation level repeatable read read only', work, endRead),
    listen(channel, callback) {
      const callbacks = listeners.get(channel) ?? new Set()
      listeners.set(channel, callbacks.add(callback))
      return () => void callbacks.delete(callback)
    },
    load: pool.load,
    close: pool.close,
  }
}

/** Sends what is written to the connection in this turn of the event loop in one system call, which costs more than the
 * statement in it: `begin` and the first statement, and statements that do not wait for each other. */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as pg.Client).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit').catch(rethrow)
  // Postgres rolls back instead of committing when a statement failed and `work` caught the error.
  if (command !== 'COMMIT') {
    throw new Error('transaction rolled back: the error of a statement in it was caught and ignored')
  }
  client.release()
}

async function rollBack(client: pg.PoolClient): Promise<void> {
  await client.query('rollback').catch(rethrow)
  client.release()
}

// Listeners would look for a change that there is not.
function withoutNotify<T>(work: (sql: Tx) => Promise<T>) {
  return (sql: Tx) => work(Object.assign(((...args) => sql(...args)) as Sql, { notify: ignore }))
}

/** Does not wait for the end of a transaction that changed nothing. */
async function endRead(client: pg.PoolClient): Promise<void> {
  client.query('commit').then(
    () => client.release(),
    () => client.release(true),
  )
}

/** Rolls back after `error`. Returns false when the connection must be closed instead. */
async function rollback(client: pg.ClientBase, error: unknown): Promise<boolean> {
  // A statement may still be running; closing the connection rolls back.
  if (error instanceof ConnectionError) return false
  const rolledBack = await client.query('rollback').then(
    () => true,
    () => false,
  )
  return rolledBack && (!(error instanceof pg.DatabaseError) || isReusableAfter(error))
}

function ignore(): void {}
