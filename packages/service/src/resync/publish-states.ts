import type { Tx } from '@jobboard/db/sql'
import { readStateStream, type StateStream } from '@jobboard/events/nats/state-stream'
import { appendEvents } from '@jobboard/events/publisher/outbox'
import { wakeableSleep } from '@jobboard/events/wakeable-sleep'
import { failpoint } from '@jobboard/failpoint/failpoint'
import type { Deps } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'
import type { StateSource } from './source.ts'
import * as store from './store.ts'

/** `Db.listen` channel that is notified when a resync starts. */
export const RESYNC_CHANNEL = 'resync'

const IDLE_MS = 1_000
const RETRY_MS = 1_000
/** Pause until the relay has published the last batch, or consumers have caught up. */
const WAIT_MS = 20

/** Limits that keep events fast and memory flat (P-76). */
const FIRST_ROWS = 50
const MAX_ROWS = 250
const GROW_BELOW_BYTES = 1_048_576
const SHRINK_ABOVE_BYTES = 4_194_304
const MAX_UNPUBLISHED = 500
const MAX_UNCONSUMED = 2_000
const MAX_UNCONSUMED_BYTES = 67_108_864
/** After the streams were lost, consumers create their durables again within this time; without a durable a
 * state is not stored for its consumer. */
const STREAM_SETTLES_MS = 5_000

/** Publishes the states of a running resync, batch by batch. Every replica runs it; the lock on the row of the
 * resync lets one work at a time. */
export function startPublishStates<Env extends BaseEnv>(
  { name, db, bus, clock, log }: Deps<Env>,
  sources: readonly StateSource[],
): { stop(): Promise<void> } {
  const { wake, sleep } = wakeableSleep()
  const unlisten = db.listen(RESYNC_CHANNEL, wake)
  let stopping = false
  let rows = FIRST_ROWS

  /** Returns the milliseconds to sleep afterwards. */
  async function publishNext(): Promise<number> {
    if (!(await store.findRunning(db.sql))) return IDLE_MS
    if (!bus.isUp()) return RETRY_MS
    const stream = await readStateStream(bus, name)
    if (!stream || isSettling(stream)) return RETRY_MS
    if (stream.messages > MAX_UNCONSUMED || stream.bytes > MAX_UNCONSUMED_BYTES) return WAIT_MS
    const pause = await db.tx((sql) => appendNext(sql, stream))
    failpoint('resync-after-commit')
    return pause
  }

  async function appendNext(sql: Tx, stream: StateStream): Promise<number> {
    const locked = await store.lockRunning(sql)
    if (!locked) return IDLE_MS
    const resync = onStream(locked, stream)
    const last = await store.readBatchProgress(sql, resync.batch)
    if (last.unpublished > 0 || (await store.isOutboxBehind(sql, MAX_UNPUBLISHED))) return WAIT_MS
    await store.deleteBatch(sql, resync.batch)
    if (last.bytes > SHRINK_ABOVE_BYTES) rows = Math.max(1, Math.floor(rows / 2))
    else if (last.bytes < GROW_BELOW_BYTES) rows = Math.min(MAX_ROWS, rows * 2)

    const source = sources.find(({ type }) => type.subject === resync.subject) ?? sources[0]!
    const page = await source.read(sql, { after: resync.cursor, limit: rows, now: clock.now() })
    const batch = await appendEvents(sql, source.type, page)
    const next = sources[sources.indexOf(source) + 1]
    const isRead = page.length === 0
    await store.saveResync(sql, {
      ...resync,
      batch,
      done: resync.done + batch.length,
      subject: isRead ? (next ?? source).type.subject : source.type.subject,
      cursor: isRead ? null : page.at(-1)!.cursor,
      finishedAt: isRead && !next ? clock.now() : null,
    })
    if (isRead && !next) log.info({ resync: `${name}-${resync.id}`, done: resync.done }, 'resync finished')
    if (!isRead) failpoint('resync-before-commit')
    return isRead ? 0 : WAIT_MS
  }

  async function run(): Promise<void> {
    while (!stopping) {
      const pause = await publishNext().catch((error: unknown) => {
        log.warn({ err: error }, 'resync failed; it continues after its last batch')
        return RETRY_MS
      })
      if (pause > 0 && !stopping) await sleep(pause)
    }
  }

  const running = run()
  return {
    async stop() {
      stopping = true
      unlisten()
      wake()
      await running
    },
  }
}

/** The resync as it is on this stream: from the start again when the stream that it published to was lost. */
function onStream(resync: store.Resync, { created }: StateStream): store.Resync {
  if (resync.streamCreated === created) return resync
  return { ...resync, streamCreated: created, subject: null, cursor: null, done: 0 }
}

// A difference between the clocks of NATS and this process only changes how long this waits, up to the limit.
function isSettling({ created }: StateStream): boolean {
  const ageMs = Date.now() - Date.parse(created)
  return ageMs >= 0 && ageMs < STREAM_SETTLES_MS
}
