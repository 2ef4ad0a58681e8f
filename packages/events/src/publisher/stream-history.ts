import type { ReplayReason } from '@jobboard/contracts/operators/operations'
import type { Db } from '@jobboard/db/db'
import type { StreamInfo } from '@nats-io/jetstream'
import type { Log } from '../nats/bus.ts'
import type { Acknowledged } from './publish-batch.ts'
import { replayAll } from './replay.ts'

/** Rows whose sequence numbers are read for the highest one: more than two batches, because commits can be late. */
const NEWEST_ROWS = 2_000

/** What the stream has acknowledged, to detect that it lost it. */
export interface StreamHistory {
  /** Compares the stream with what it acknowledged, and starts a replay of the whole outbox when events are missing.
   * Returns whether it did. */
  compare(stream: StreamInfo): Promise<boolean>
  /** Records acknowledgements. False when a sequence number was assigned a second time: the stream lost events. */
  record(acked: readonly Acknowledged[]): boolean
  /** Forgets what was read from the database. */
  reset(): void
}

interface Known {
  created: string
  /** Highest acknowledged sequence number; 0 before the first. */
  lastSeq: number
  /** A sequence number was assigned a second time. */
  hasLost?: boolean
}

/** A stream that was created again has another `created`; one restored from a backup or after a power failure has a
 * lower `last_seq` than it acknowledged. */
export function openStreamHistory(db: Db, log: Log): StreamHistory {
  let known: Known | undefined

  async function startReplay(stream: StreamInfo, reason: ReplayReason): Promise<void> {
    const { name } = stream.config
    const { created, state } = stream
    await db.tx(async (sql) => {
      const untilId = await replayAll(sql, reason)
      await sql`update outbox_stream set created = ${created}, after_id = ${untilId} where stream = ${name}`
    })
    log.warn(
      { stream: name, reason, acknowledgedSeq: known?.lastSeq, lastSeq: state.last_seq },
      'the stream lost events; the outbox is published again',
    )
    known = { created, lastSeq: state.last_seq }
  }

  return {
    async compare(stream) {
      known ??= await load(db, stream)
      const { created, state } = stream
      const isRecreated = created !== known.created
      const isComplete = !isRecreated && !known.hasLost && state.last_seq >= known.lastSeq
      if (!isComplete) await startReplay(stream, isRecreated ? 'stream_recreated' : 'stream_restored')
      return !isComplete
    },
    record(acked) {
      if (!known) return true
      // The sequence number of a duplicate is that of the first message.
      const assigned = acked.filter(({ duplicate }) => !duplicate).map(({ seq }) => seq)
      const { lastSeq } = known
      known.hasLost ||= assigned.some((seq) => seq <= lastSeq)
      known.lastSeq = Math.max(lastSeq, ...assigned)
      return !known.hasLost
    },
    reset() {
      known = undefined
    },
  }
}

/** What is stored about the stream; a stream seen for the first time is stored as it is. */
async function load(db: Db, { config, created }: StreamInfo): Promise<Known> {
  await db.sql`
    insert into outbox_stream (stream, created, after_id) values (${config.name}, ${created}, 0) on conflict do nothing`
  const [row] = await db.sql<Known>`
    select created, coalesce(greatest(
      (select max(stream_seq) from (
        select stream_seq from outbox where id > after_id order by id desc limit ${NEWEST_ROWS}) as newest),
      (select max(last_seq) from outbox_replay)), 0) as last_seq
    from outbox_stream where stream = ${config.name}`
  return row!
}
