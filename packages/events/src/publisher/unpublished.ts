import type { Db } from '@jobboard/db/db'
import { fragment } from '@jobboard/db/sql'
import type { OutboxRow } from '../nats/message.ts'
import { type Acknowledged, BATCH_BYTES, BATCH_ROWS } from './publish-batch.ts'

/** Rows of erasures and of their confirmations. The same condition as that of the index `outbox_erasure`. */
const isErasure = fragment`(subject like 'evt.%.candidate.erased.%' or subject like 'evt.%.erasure.confirmed.%')`

const RAISE_INTERVAL_MS = 1_000
const RESCAN_INTERVAL_MS = 300_000

/** The rows of the outbox that are not published yet. */
export interface Unpublished {
  /** Erasures first, then the oldest of the others: at most 500 of each and about 8 MiB, and at least one if there is
   * one. `erasuresOnly` leaves the others out. */
  read(erasuresOnly?: boolean): Promise<OutboxRow[]>
  /** Stores that the stream has acknowledged these rows. */
  markPublished(acked: readonly Acknowledged[]): Promise<void>
  backlog(): Promise<{ unpublished: number; oldestUnpublishedSeconds: number }>
  /** For how many seconds the row with the lowest id has waited; 0 when no row waits. */
  oldestSeconds(): Promise<number>
  /** Forgets the floor, for a database that may have been restored. */
  reset(): void
}

/** Reads above a floor: no row with a lower id can become visible as unpublished. Without it each read would step over
 * the index entries of all rows published since the last vacuum, which an old snapshot can hold back for hours.
 * `clock` returns milliseconds and never goes back. */
export function openUnpublished(db: Db, clock = () => performance.now()): Unpublished {
  let floor = 0
  let hasPublished = true
  let raiseAt = 0
  let rescanAt = clock() + RESCAN_INTERVAL_MS
  /** Ids up to `lastId` were assigned, some by these transactions, which had not ended. */
  let candidate: { lastId: number; writers: Set<string> } | undefined
  let raising: Promise<void> | undefined

  function reset(): void {
    floor = 0
    candidate = undefined
    hasPublished = true
    rescanAt = clock() + RESCAN_INTERVAL_MS
  }

  /** Raises the floor at most once a second, and only after rows were published. */
  function raiseFloor(): Promise<void> {
    // Shared: the relay and a health check may call it at the same time.
    raising ??= raise().finally(() => {
      raising = undefined
    })
    return raising
  }

  async function raise(): Promise<void> {
    const now = clock()
    // A row that was set back to unpublished by hand is found by the next full scan.
    if (now >= rescanAt) reset()
    if (!hasPublished || now < raiseAt) return
    raiseAt = now + RAISE_INTERVAL_MS
    hasPublished = false
    // In this order: a transaction takes its table lock before it gets an id.
    candidate ??= { lastId: await readLastId(db), writers: new Set(await readWriters(db)) }
    const { lastId, writers } = candidate
    if (writers.size > 0 && (await readWriters(db)).some((writer) => writers.has(writer))) {
      hasPublished = true
      return
    }
    const [row] = await db.sql<{ id: number }>`
      select id from outbox where published_at is null and id >= ${floor} order by id limit 1`
    floor = Math.min(row?.id ?? lastId + 1, lastId + 1)
    candidate = undefined
  }

  return {
    reset,
    async read(erasuresOnly = false) {
      await raiseFloor()
      // No transaction: it would keep row locks and the vacuum horizon while NATS hangs.
      return db.sql<OutboxRow>`
        select id, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload::text as payload, traceparent,
          is_erasure
        from (
          select next.*, sum(payload_bytes) over (order by is_erasure desc, id) - payload_bytes as bytes_before
          from (
            (select *, true as is_erasure from outbox where published_at is null and ${isErasure}
              order by id limit ${BATCH_ROWS})
            union all
            (select *, false from outbox where published_at is null and id >= ${floor} and not ${isErasure}
              order by id limit ${erasuresOnly ? 0 : BATCH_ROWS})
          ) as next
        ) as batch
        where bytes_before < ${BATCH_BYTES}
        order by is_erasure desc, id`
    },
    async markPublished(acked) {
      hasPublished = true
      // Asynchronous commit: a mark lost in a crash only publishes the event again with the same message id.
      await db.sql`
        update outbox set published_at = now(), stream_seq = acked.seq
        from unnest(${acked.map(({ id }) => id)}::bigint[], ${acked.map(({ seq }) => seq)}::bigint[]) as acked (id, seq),
          (select set_config('synchronous_commit', 'off', true)) as relaxed
        where outbox.id = acked.id`
    },
    async backlog() {
      const [row] = await db.sql<{ unpublished: number; oldestUnpublishedSeconds: number }>`
        select count(*) as unpublished,
          coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_unpublished_seconds
        from outbox where published_at is null and id >= ${floor}`
      return row!
    },
    async oldestSeconds() {
      // Another replica may be the one that publishes.
      hasPublished = true
      await raiseFloor()
      const [row] = await db.sql<{ seconds: number }>`
        select extract(epoch from now() - created_at)::float8 as seconds
        from outbox where published_at is null and id >= ${floor} order by id limit 1`
      return row?.seconds ?? 0
    },
  }
}

async function readLastId(db: Db): Promise<number> {
  const [row] = await db.sql<{ lastId: number }>`
    select coalesce(pg_sequence_last_value('outbox_id_seq'), 0) as last_id`
  return row!.lastId
}

/** The transactions that have written to the outbox and have not ended. */
async function readWriters(db: Db): Promise<string[]> {
  const rows = await db.sql<{ writer: string }>`
    select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'outbox'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())
      and pid <> pg_backend_pid()`
  return rows.map(({ writer }) => writer)
}
