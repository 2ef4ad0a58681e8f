import { readStateStream, type StateStream } from '@jobboard/events/nats/streams'
import { leadership } from '@jobboard/events/publisher/leadership'
import { publishBatch } from '@jobboard/events/publisher/publish-batch'
import { failpoint } from '@jobboard/process/failpoint'
import { startLoop } from '@jobboard/process/loop'
import type { Worker } from '../lifecycle/deps.ts'
import { PAGE_BYTES, type StateSource, toMessages } from './source.ts'
import * as store from './store.ts'

/** `Db.listen` channel that is notified when a resync starts. */
export const RESYNC_CHANNEL = 'resync'

const IDLE_MS = 3_000
const RETRY_MS = 1_000
const WAIT_MS = 20

/** Limits that keep events fast and memory flat. */
const FIRST_ROWS = 50
const MAX_ROWS = 250
const GROW_BELOW_BYTES = PAGE_BYTES / 4
const MAX_UNPUBLISHED_EVENTS = 500
const MAX_UNCONSUMED_STATES = 2_000

/** Publishes the states of a running resync, page by page, on one replica at a time. The cursor moves after the
 * acknowledgements: a crash publishes at most one page a second time. */
export const publishStates =
  (sources: readonly StateSource[]): Worker =>
  async ({ name, env, db, bus, clock, log }) => {
    const lock = leadership(db.directUrl, `resync:${name}`)
    let pageRows = FIRST_ROWS

    async function publishNext(): Promise<number> {
      const stored = await store.findRunning(db.sql)
      if (!stored) {
        await lock.release()
        return IDLE_MS
      }
      if (!bus.isUp() || !(await lock.tryAcquire())) return RETRY_MS
      const stream = await readStateStream(bus, name)
      if (!stream || isSettling(stream, env.RESYNC_SETTLE_MS)) return RETRY_MS
      if (isBehind(stream) || (await store.isOutboxBehind(db.sql, MAX_UNPUBLISHED_EVENTS))) return WAIT_MS
      const resync = onStream(stored, stream)
      const after = await publishPage(resync)
      failpoint('resync-before-commit')
      if (!(await store.saveProgress(db.sql, stored, after))) return RETRY_MS
      failpoint('resync-after-commit')
      if (after.finishedAt) log.info({ resync: `${name}-${after.id}`, done: after.done }, 'resync finished')
      return 0
    }

    async function publishPage(resync: store.Resync): Promise<store.Resync> {
      const source = sources.find(({ type }) => type.subject === resync.subject) ?? sources[0]!
      const page = await source.read(db.sql, { after: resync.cursor, limit: pageRows, now: clock.now() })
      const next = sources[sources.indexOf(source) + 1]
      if (page.length === 0 && !next) return { ...resync, finishedAt: clock.now() }
      if (page.length === 0) return { ...resync, subject: next!.type.subject, cursor: null }
      const { rows, tooLarge, bytes, cursor } = toMessages(source.type, page)
      for (const aggregateId of tooLarge) {
        log.error({ subject: source.type.subject, aggregateId }, 'state is larger than a message; left out')
      }
      const { failure } = await publishBatch(bus, rows, {
        mayPublish: lock.isHeld,
        messageId: ({ eventId }) => eventId,
      })
      if (failure) throw failure
      if (!lock.isHeld()) throw new Error('another replica continues the resync')
      if (bytes >= PAGE_BYTES) pageRows = Math.max(1, Math.floor(pageRows / 2))
      else if (bytes < GROW_BELOW_BYTES) pageRows = Math.min(MAX_ROWS, pageRows * 2)
      return { ...resync, subject: source.type.subject, cursor, done: resync.done + rows.length }
    }

    const loop = startLoop({
      step: publishNext,
      subscribe: (wake) => db.listen(RESYNC_CHANNEL, wake),
      onError: (error) => log.warn({ err: error }, 'resync failed; it continues after its last page'),
      retryMs: RETRY_MS,
    })
    return {
      async stop() {
        await loop.stop()
        await lock.release()
      },
    }
  }

/** The resync as it is on this stream: from the start again when the stream that it published to was lost. */
function onStream(resync: store.Resync, { created }: StateStream): store.Resync {
  if (resync.streamCreated === created) return resync
  return { ...resync, streamCreated: created, subject: null, cursor: null, done: 0 }
}

/** Consumers pace the resync: the stream never fills. */
function isBehind({ messages, bytes, maxBytes }: StateStream): boolean {
  return messages > MAX_UNCONSUMED_STATES || (messages > 0 && bytes + 2 * PAGE_BYTES > maxBytes)
}

// A difference between the clocks of NATS and this process only changes how long this waits, up to the limit.
function isSettling({ created }: StateStream, settleMs: number): boolean {
  const ageMs = Date.now() - Date.parse(created)
  return ageMs >= 0 && ageMs < settleMs
}
