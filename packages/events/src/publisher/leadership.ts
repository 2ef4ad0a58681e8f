import { openConnection } from '@jobboard/db/connections'

/** How long a leader may be away. Tests shorten the times. */
export interface LeaderTimes {
  /** The server ends the session of a leader that was silent for this long, and so frees the lock. */
  sessionTimeoutMs: number
  heartbeatMs: number
  /** A leader without NATS for this long leaves the lock to a replica that has it. */
  natsDownLimitMs: number
  /** How often a follower tries the lock, on average. */
  followerPollMs: number
}
export const LEADER_TIMES: LeaderTimes = {
  sessionTimeoutMs: 10_000,
  heartbeatMs: 3_000,
  natsDownLimitMs: 10_000,
  followerPollMs: 2_000,
}
const LOCK_NAMESPACE = 'jobboard-leader'

/** A lock with one holder per name and schema, held as long as its connection lives. */
export interface Leadership {
  /** Tries to acquire the lock, or confirms it when the last heartbeat is late. Returns whether this process is the
   * leader. Throws when the database is unavailable. */
  tryAcquire(): Promise<boolean>
  /** Whether the lock was confirmed within the last 10 s. False in a process that was suspended for longer. */
  isHeld(): boolean
  /** How often this process has acquired the lock: another number is another session. */
  sessions(): number
  release(): Promise<void>
}

/** A session advisory lock on a dedicated connection. Needs a direct connection, not a transaction pooler. A leader
 * that is suspended or cut off loses its session within 10 s. For that long there can be two, and a statement that
 * was already sent ends later: the work of a leader must be idempotent. */
export function leadership(
  url: string,
  name: string,
  { sessionTimeoutMs, heartbeatMs }: Pick<LeaderTimes, 'sessionTimeoutMs' | 'heartbeatMs'> = LEADER_TIMES,
): Leadership {
  type Connection = Awaited<ReturnType<typeof openConnection>>
  let client: Connection | undefined
  let leading = false
  let sessions = 0
  let confirmedAt = Number.NEGATIVE_INFINITY
  let confirming: Promise<boolean> | undefined
  let heartbeat: NodeJS.Timeout | undefined

  function markLost(connection: Connection | undefined): void {
    if (connection !== client) return
    clearInterval(heartbeat)
    client = undefined
    leading = false
  }

  async function open(): Promise<Connection> {
    const opened = await openConnection(url)
    opened.on('end', () => markLost(opened))
    opened.on('error', () => markLost(opened))
    client = opened
    // A timer of its own, because a batch can take longer than the session timeout. `tryAcquire` reports a failure.
    heartbeat = setInterval(() => leading && confirmOnce().catch(() => {}), heartbeatMs).unref()
    // The keepalives let the server detect a dead host within 20 s (10 + 2 x 5), also during a statement.
    await opened.query(`set idle_session_timeout = ${sessionTimeoutMs}`)
    await opened.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2',
    )
    return opened
  }

  async function confirm(): Promise<boolean> {
    // Before the statement: the server counts the idle time from its end.
    const startedAt = performance.now()
    try {
      const connection = client ?? (await open())
      if (leading) await connection.query('select 1')
      else {
        // The schema is part of the key: one database can contain several schemas with an outbox.
        const { rows } = await connection.query(
          'select pg_try_advisory_lock(hashtext($1), hashtext(current_schema())) as acquired',
          [`${LOCK_NAMESPACE}:${name}`],
        )
        leading = rows[0].acquired && client === connection
        if (leading) sessions++
      }
      confirmedAt = startedAt
      return leading && client === connection
    } catch (error) {
      const failed = client
      markLost(failed)
      // Not awaited: a connection that was cut cannot confirm its end.
      failed?.end().catch(() => {})
      throw error
    }
  }

  /** One statement at a time: the heartbeat and the loop share the connection. */
  function confirmOnce(): Promise<boolean> {
    confirming ??= confirm().finally(() => {
      confirming = undefined
    })
    return confirming
  }

  return {
    async tryAcquire() {
      if (leading && performance.now() - confirmedAt < 2 * heartbeatMs) return true
      return confirmOnce()
    },
    isHeld: () => leading && performance.now() - confirmedAt < sessionTimeoutMs,
    sessions: () => sessions,
    async release() {
      const connection = client
      markLost(connection)
      await connection?.end().catch(() => {})
    },
  }
}
