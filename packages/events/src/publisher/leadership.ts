import { openConnection } from '@jobboard/db/db'

const CHECK_MS = 2_000
const LOCK_NAMESPACE = 'jobboard-leader'

/** One holder per name and schema, as long as its connection lives. */
export interface Leadership {
  /** Takes or confirms the lead. False when another process has it. Throws when the database is away. */
  held(): Promise<boolean>
  release(): Promise<void>
}

/** A session advisory lock on a connection of its own: the pool may not lend it. Needs a direct connection, not a
 * transaction pooler. A cut line may leave two holders for some seconds: what they do must bear being done twice. */
export function leadership(url: string, name: string): Leadership {
  let client: Awaited<ReturnType<typeof openConnection>> | undefined
  let leading = false
  let checkedAt = 0

  function lose(): void {
    client = undefined
    leading = false
  }

  async function open(): Promise<NonNullable<typeof client>> {
    const opened = await openConnection(url)
    opened.on('end', () => opened === client && lose())
    opened.on('error', () => opened === client && lose())
    client = opened
    // The server notices a dead holder within 20 s and frees the lock.
    await opened.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2',
    )
    return opened
  }

  return {
    async held() {
      if (leading && Date.now() - checkedAt < CHECK_MS) return true
      try {
        const connection = client ?? (await open())
        if (leading) await connection.query('select 1')
        else {
          // The schema is part of the key: several of them may live in one database.
          const { rows } = await connection.query(
            'select pg_try_advisory_lock(hashtext($1), hashtext(current_schema())) as got',
            [`${LOCK_NAMESPACE}:${name}`],
          )
          leading = rows[0].got
        }
        checkedAt = Date.now()
        return leading && client === connection
      } catch (error) {
        const broken = client
        lose()
        await broken?.end().catch(() => {})
        throw error
      }
    },
    async release() {
      const open = client
      lose()
      await open?.end().catch(() => {})
    },
  }
}
