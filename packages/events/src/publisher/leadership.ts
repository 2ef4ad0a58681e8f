import { openConnection } from '@jobboard/db/db'

const CHECK_INTERVAL_MS = 2_000
const LOCK_NAMESPACE = 'jobboard-leader'

/** A lock with one holder per name and schema, held as long as its connection lives. */
export interface Leadership {
  /** Tries to acquire the lock, or checks every 2 s that it is still held. Returns whether this process is
   * the leader. Throws when the database is unavailable. */
  tryAcquire(): Promise<boolean>
  release(): Promise<void>
}

/** A session advisory lock on a dedicated connection. Needs a direct connection, not a transaction pooler. A
 * leader that lost its session notices at the next check (2 s plus the 5 s query timeout), so for some seconds
 * there can be two: the work of a leader must be idempotent. */
export function leadership(url: string, name: string): Leadership {
  let client: Awaited<ReturnType<typeof openConnection>> | undefined
  let leading = false
  let checkedAt = 0

  function markLost(): void {
    client = undefined
    leading = false
  }

  async function open(): Promise<NonNullable<typeof client>> {
    const opened = await openConnection(url)
    opened.on('end', () => opened === client && markLost())
    opened.on('error', () => opened === client && markLost())
    client = opened
    // The server detects a dead leader within 20 s (10 + 2 x 5) and releases the lock.
    await opened.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2',
    )
    return opened
  }

  return {
    async tryAcquire() {
      if (leading && Date.now() - checkedAt < CHECK_INTERVAL_MS) return true
      try {
        const connection = client ?? (await open())
        if (leading) await connection.query('select 1')
        else {
          // The schema is part of the key: one database can contain several schemas with an outbox.
          const { rows } = await connection.query(
            'select pg_try_advisory_lock(hashtext($1), hashtext(current_schema())) as acquired',
            [`${LOCK_NAMESPACE}:${name}`],
          )
          leading = rows[0].acquired
        }
        checkedAt = Date.now()
        return leading && client === connection
      } catch (error) {
        const failed = client
        markLost()
        await failed?.end().catch(() => {})
        throw error
      }
    },
    async release() {
      const connection = client
      markLost()
      await connection?.end().catch(() => {})
    },
  }
}
