import type { Db } from '@jobboard/db/db'
import { failpoint } from '@jobboard/process/failpoint'
import type { Bus, Log } from '../nats/bus.ts'
import type { OutboxRow } from '../nats/message.ts'
import { BATCH_BYTES, BATCH_ROWS, publishBatch } from './publish-batch.ts'
import type { StreamHistory } from './stream-history.ts'

/** A stream fuller than this accepts no replay, so that new events still fit. */
const MAX_FILL = 0.8
/** A batch takes at most this share of the stream, so that it leaves the room of erasures. */
const MAX_BATCH_SHARE = 0.1
const LOOK_INTERVAL_MS = 10_000
const PAUSE_MS = 50

/** Publishes replays while no new event waits. */
export interface ReplayPublisher {
  /** Publishes the next batch of the oldest unfinished replay. Returns the milliseconds to wait before the next one;
   * undefined when there is none. */
  publishNext(): Promise<number | undefined>
  /** Looks for a replay at the next call instead of within 10 s. */
  lookNow(): void
}

interface Replay {
  id: number
  cursorId: number
  untilId: number
}

/** The message id contains the id of the replay: the duplicate window of the stream would drop the event id. */
export function openReplayPublisher({
  db,
  bus,
  stream,
  history,
  mayPublish,
  log,
}: {
  db: Db
  bus: Bus
  stream: string
  history: StreamHistory
  mayPublish: () => boolean
  log: Log
}): ReplayPublisher {
  let lookAt = 0
  let pausedId: number | undefined

  /** The bytes that the next batch may have; 0 while the stream is too full. */
  async function readRoom({ id }: Replay): Promise<number> {
    const { config, state } = await bus.jsm.streams.info(stream)
    const { max_bytes: maxBytes } = config
    const tooFull = maxBytes > 0 && state.bytes > MAX_FILL * maxBytes
    if (tooFull && pausedId !== id) {
      log.warn({ stream, replay: id, bytes: state.bytes, maxBytes }, 'replay paused: the stream is 80 % full')
    }
    pausedId = tooFull ? id : undefined
    if (tooFull) return 0
    return maxBytes > 0 ? Math.min(BATCH_BYTES, Math.floor(MAX_BATCH_SHARE * maxBytes)) : BATCH_BYTES
  }

  return {
    lookNow() {
      lookAt = 0
    },
    async publishNext() {
      if (performance.now() < lookAt) return undefined
      const [replay] = await db.sql<Replay>`
        select id, cursor_id, until_id from outbox_replay where finished_at is null order by id limit 1`
      lookAt = replay ? 0 : performance.now() + LOOK_INTERVAL_MS
      if (!replay) return undefined
      const room = await readRoom(replay)
      if (room === 0) return LOOK_INTERVAL_MS
      const rows = await readPublished(db, replay, room)
      const { acked, failure } = await publishBatch(bus, rows, {
        mayPublish,
        messageId: ({ eventId }) => `${eventId}:${replay.id}`,
      })
      history.record(acked)
      failpoint('replay-after-publish')
      if (failure) throw failure
      // Fewer after a suspension of this process: another one continues.
      if (acked.length === rows.length)
        await moveCursor(db, replay, rows, Math.max(0, ...acked.map(({ seq }) => seq)))
      if (rows.length === 0) log.info({ stream, replay: replay.id }, 'replay finished')
      return PAUSE_MS
    },
  }
}

/** The next batch. Rows that are not published yet are left to the relay. */
function readPublished(db: Db, { cursorId, untilId }: Replay, maxBytes: number): Promise<OutboxRow[]> {
  return db.sql<OutboxRow>`
    select id, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload::text as payload, traceparent
    from (
      select next.*, sum(payload_bytes) over (order by id) - payload_bytes as bytes_before
      from (
        select * from outbox where id > ${cursorId} and id <= ${untilId} and published_at is not null
        order by id limit ${BATCH_ROWS}
      ) as next
    ) as batch
    where bytes_before < ${maxBytes}
    order by id`
}

/** Only from where this batch began: of two leaders, one moves the cursor. */
async function moveCursor(
  db: Db,
  { id, cursorId }: Replay,
  rows: readonly OutboxRow[],
  lastSeq: number,
): Promise<void> {
  const last = rows.at(-1)
  if (!last) await db.sql`update outbox_replay set cursor_id = until_id, finished_at = now() where id = ${id}`
  else {
    await db.sql`
      update outbox_replay set cursor_id = ${last.id}, published = published + ${rows.length},
        last_seq = greatest(last_seq, ${lastSeq}::bigint)
      where id = ${id} and cursor_id = ${cursorId} and finished_at is null`
  }
}
